import type { Frame } from "./frames";
import { settings } from "./settings";

let audio: AudioContext | null = null;

function tone(pitch: number, seconds: number, loudness: number): void {
  audio ??= new AudioContext();
  const [wave, gain] = [audio.createOscillator(), audio.createGain()];
  wave.type = "triangle";
  wave.frequency.value = pitch;
  gain.gain.setValueAtTime(loudness, audio.currentTime);
  gain.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + seconds);
  wave.connect(gain).connect(audio.destination);
  wave.start();
  wave.stop(audio.currentTime + seconds);
}

/** A small sound for what has just been shown, if the person wants any. */
export function chime(before: Frame | null, now: Frame): void {
  const turn = (now.match?.deal?.legal.length ?? 0) > 0 && (before?.match?.deal?.legal.length ?? 0) === 0;
  if (turn && settings.value.vibrate) navigator.vibrate?.(40);
  if (!settings.value.sounds) return;
  if (turn && now.table.game !== "nerts") tone(660, 0.25, 0.08);
  else if (now.events.some((event) => event.kind === "trick")) tone(330, 0.2, 0.06);
  else if (now.events.some((event) => event.kind === "action" || event.kind === "move")) tone(220, 0.06, 0.05);
}
