import { readCellStyles } from './cell-styles.ts';
import { XmlError } from '../xml/index.ts';
import { openZip, ZipError, type ZipLimits } from '../zip/index.ts';
import { isCsv, readCsvRows } from './read-csv-rows.ts';
import { readSharedStrings } from './shared-strings.ts';
import { readSheetRows, type SheetRow } from './sheet-rows.ts';
import { SpreadsheetError } from './spreadsheet-error.ts';
import { findWorkbookParts } from './workbook-parts.ts';

/** The maximum number of columns. No roster has so many. */
const MOST_COLUMNS = 200;
/** Inflated bytes are counted, not held. A sheet of 20,000 rows and ten columns has about 15 MB. */
const LIMITS: ZipLimits = { entries: 1000, totalBytes: 50_000_000 };

/**
 * Reads the rows of the first visible sheet of an .xlsx file, or of a .csv file, in batches, in memory that is bounded
 * for any file. It determines the type by the content, never by the name. @throws SpreadsheetError
 */
export async function* readRows(bytes: Buffer, { mostColumns = MOST_COLUMNS }: { mostColumns?: number } = {}): AsyncGenerator<SheetRow[]> {
  const csv = isCsv(bytes);
  if (csv) return yield* readCsvRows(csv, mostColumns);
  refuseOtherKinds(bytes);
  try {
    yield* readWorkbook(bytes, mostColumns);
  } catch (error) {
    throw toSpreadsheetError(error);
  }
}

async function* readWorkbook(bytes: Buffer, mostColumns: number): AsyncGenerator<SheetRow[]> {
  const archive = openZip(bytes, LIMITS);
  const { sheet, sharedStrings, styles, isFrom1904 } = await findWorkbookParts(archive);
  const texts = sharedStrings === null ? [] : await readSharedStrings(archive, sharedStrings);
  const numbers = { styles: styles === null ? [] : await readCellStyles(archive, styles), isFrom1904 };
  yield* readSheetRows(archive, sheet, texts, { ...numbers, mostColumns });
}

const OF_ZIP = { broken: 'broken', too_large: 'too_large', unsupported: 'not_xlsx' } as const;

function toSpreadsheetError(error: unknown): unknown {
  if (error instanceof ZipError) return new SpreadsheetError(OF_ZIP[error.problem], error);
  if (error instanceof XmlError) return new SpreadsheetError(error.problem.startsWith('too_') ? 'too_large' : 'broken', error);
  return error;
}

function refuseOtherKinds(bytes: Buffer): void {
  if (bytes.length === 0) throw new SpreadsheetError('empty');
  if (bytes.length >= 4 && bytes.readUInt32BE(0) === 0xd0cf11e0) throw new SpreadsheetError('old_excel');
  if (bytes.length < 4 || bytes.readUInt32LE(0) !== 0x04034b50) throw new SpreadsheetError('not_xlsx');
}
