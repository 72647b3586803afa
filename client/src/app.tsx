import { CardSymbols } from "./cards/Card";
import { path } from "./route";
import { StartPage } from "./start/StartPage";
import { TablePage } from "./table/TablePage";

export function App() {
  const table = /^\/t\/([\w-]+)/.exec(path.value)?.[1];
  return (
    <>
      <CardSymbols />
      {table ? <TablePage name={table} key={table} /> : <StartPage />}
    </>
  );
}
