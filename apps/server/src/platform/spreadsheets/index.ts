/**
 * Spreadsheets (.xlsx and .csv): rows in, rows out, both piece by piece.
 *
 * Invariants: the type of a file is determined by its content. Its claims about its own size are never trusted. Reading
 * holds the file, its shared texts and one batch of rows, never the sheet, in a thread with limits of time and memory.
 * Nothing is fetched, expanded or evaluated. Numbers are written as numbers, and any text as text, even one that begins
 * like a formula.
 */
export { readRows } from './read-rows.ts';
export { readSheet } from './read-sheet.ts';
export { readTable } from './read-table.ts';
export type { SheetRow } from './sheet-rows.ts';
export { SpreadsheetError } from './spreadsheet-error.ts';
export { DuplicateColumnError, MissingColumnsError, parseTable, type TableColumn, type TableRow, toTitleKey } from './table.ts';
export { CSV_TYPE, withoutApostrophe, writeCsv } from './write-csv.ts';
export { type CellValue, type NewSheet, writeWorkbook, XLSX_TYPE } from './write-workbook.ts';
