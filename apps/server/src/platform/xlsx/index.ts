/**
 * Spreadsheets (.xlsx): rows in, rows out, both piece by piece.
 *
 * Invariants: what a file is, is told by its content; what it claims about its own size is never trusted; reading holds
 * the file, its shared texts and one batch of rows, never the sheet; nothing is fetched, expanded or evaluated; whatever
 * is written is text, also what begins like a formula.
 */
export { readRows } from './read-rows.ts';
export type { SheetRow } from './sheet-rows.ts';
export { SpreadsheetError, type SpreadsheetProblem } from './spreadsheet-error.ts';
export { MissingColumnsError, readTable, type TableColumn, type TableRow } from './table.ts';
export { type NewSheet, writeWorkbook, XLSX_TYPE } from './write-workbook.ts';
export { openZip, type ZipArchive, type ZipLimits } from './zip-read.ts';
export { writeZip, type ZipPart } from './zip-write.ts';
