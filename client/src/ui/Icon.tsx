const PATHS = {
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6L6 18",
  sheet: "M5 3h14v18H5zM12 3v18M5 8h14M5 13h14",
  book: "M12 6c-2-2-5-2.5-8-2v14c3-.5 6 0 8 2 2-2 5-2.5 8-2V4c-3-.5-6 0-8 2zM12 6v14",
  gear: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.500a2.5 2.5 0 1 0 .01 0M9 14.500a2.5 2.5 0 1 0 .01 0",
  bulb: "M9 18h6M10 21h4M8.5 14.500A6 6 0 1 1 15.5 14.500c-.7.6-1 1.5-1 2.500h-5c0-1-.3-1.9-1-2.500z",
  bot: "M6 9h12v9H6zM12 9V5M12 4.500v.01M9.5 13v1.500M14.5 13v1.500M3 12v3M21 12v3",
  away: "M12 4a8 8 0 1 0 .01 0M12 8v4.500l3 2",
  copy: "M8 8h11v12H8zM5 16V4h11",
  back: "M7 9h10v12H7zM4 6.500V3M4 3h3.500M4 3a12 12 0 0 1 16 1",
  home: "M4 11l8-7 8 7M6 10v10h12V10",
} as const;

export function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg class="icon-picture" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
