import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Frame } from "../state/frames";
import type { Table } from "../state/table";

export const TableContext = createContext<Table | null>(null);

export function useTable(): Table {
  const table = useContext(TableContext);
  if (!table) throw new Error("no table here");
  return table;
}

/** What is on the screen now; only used below a page that has something to show. */
export function useFrame(): Frame {
  const frame = useTable().shown.value;
  if (!frame) throw new Error("nothing to show yet");
  return frame;
}
