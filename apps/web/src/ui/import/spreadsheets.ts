/** The file types that a field for a table of rows accepts. */
export const SPREADSHEETS = '.xlsx,.csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,text/csv';
export const isSpreadsheet = (name: string): boolean => /\.(?:xlsx|csv)$/i.test(name);
