import { Dialog } from "./Dialog";

const KEYS: [string, string][] = [
  ["← →", "go along your cards (or buttons)"],
  ["Enter", "play the card, press the button"],
  ["h", "read my hand"],
  ["t", "read the table"],
  ["p", "what can I play?"],
  ["s", "the score sheet"],
  ["r", "the rules of this table"],
  ["g", "go on after a trick"],
  ["?", "this list"],
];

const RACE_KEYS: [string, string][] = [
  ["d or space", "draw from the stock"],
  ["1 … 6", "send the end card of that work pile"],
  ["q", "send the top of your pile"],
  ["w", "send the top of your waste"],
  ["f", "lay the card you hold on the foundations"],
  ["c", "call Nerts"],
];

export function HelpDialog({ race, onClose }: { race: boolean; onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <table class="keys">
        <tbody>
          {[...(race ? RACE_KEYS : []), ...KEYS].map(([key, what]) => (
            <tr key={key}>
              <th scope="row">
                <kbd>{key}</kbd>
              </th>
              <td>{what}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
