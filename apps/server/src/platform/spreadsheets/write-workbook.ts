import { Readable } from 'node:stream';
import { withoutBidiOverrides } from '@classwright/rules/text/bidi';
import { writeZip, type ZipPart } from '../zip/index.ts';
import { DAY_MS, FIRST_1900 } from './cell-styles.ts';

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A day, or a minute of it, as the clocks of a place show it: "2026-11-27" or "2026-11-27 10:15". */
export interface DateCell {
  date: string;
}

/** A text, or a number or a date that the sheet can calculate with. */
export type CellValue = string | number | DateCell;

export interface NewSheet {
  name: string;
  /**
   * The columns. `takesNumbers`: numbers that a person types into its empty cells become numbers; otherwise they are
   * text.
   */
  columns: readonly { title: string; width: number; takesNumbers?: boolean }[];
  /** The frozen rows at the top. The default is the titles of the columns. */
  heads?: readonly (readonly CellValue[])[];
  /** The number of frozen columns at the left. */
  frozenColumns?: number;
  rows: AsyncIterable<readonly CellValue[]> | Iterable<readonly CellValue[]>;
}

/**
 * Writes an .xlsx file as its rows come. A number becomes a number, and a text is always text: one that begins like a
 * formula stays a text, even when a person edits the cell. Marks that change the direction of text are left out: a
 * sentence has them around its names, and a program that searches the file for a name would not find it.
 */
export function writeWorkbook(sheets: readonly NewSheet[]): Readable {
  return Readable.from(writeZip(partsOf(sheets)), { objectMode: false });
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const PART = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const RELATIONS = 'application/vnd.openxmlformats-package.relationships+xml';

/** The cell styles by number, as `styles.xml` counts them. */
const TEXT_STYLE = 1;
/** The style of text that Excel would read as a formula if it were typed. */
const QUOTED_STYLE = 2;
const HEAD_STYLE = 3;
const HEAD_NUMBER_STYLE = 4;
/** The style without a format. */
const NUMBER_STYLE = 0;
const DAY_STYLE = 5;
const MINUTE_STYLE = 6;

function* partsOf(sheets: readonly NewSheet[]): Generator<ZipPart> {
  const names = toSheetNames(sheets.map(({ name }) => name));
  const numbered = sheets.map((sheet, index) => ({ ...sheet, name: names[index] as string, number: index + 1 }));
  const each = (make: (sheet: (typeof numbered)[number]) => string) => numbered.map(make).join('');
  const part = (name: string, xml: string): ZipPart => ({ name, content: [XML + xml] });
  yield part(
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="${RELATIONS}"/><Default Extension="xml" ContentType="application/xml"/>` +
      `<Override PartName="/xl/workbook.xml" ContentType="${PART}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${PART}.styles+xml"/>` +
      `${each(({ number }) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${PART}.worksheet+xml"/>`)}</Types>`,
  );
  yield part(
    '_rels/.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  );
  yield part(
    'xl/workbook.xml',
    `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each(({ name, number }) => `<sheet name="${escapeXml(name)}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
  );
  yield part(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${PACKAGE}/relationships">${each(({ number }) => `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}` +
      `<Relationship Id="rId${numbered.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  );
  yield part('xl/styles.xml', STYLES);
  for (const sheet of numbered) yield { name: `xl/worksheets/sheet${sheet.number}.xml`, content: sheetXml(sheet) };
}

const LONGEST_NAME = 31;

/**
 * Returns valid names of sheets: without the characters of addresses, at most 31 characters, no two equal. Excel
 * reports other names as a damaged file.
 */
function toSheetNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((wanted, index) => {
    const plain = withoutBidiOverrides(wanted)
      .replace(/[[\]:*?/\\\p{Cc}]/gu, ' ')
      .replace(/\s+/g, ' ')
      .slice(0, LONGEST_NAME)
      .replace(/\p{Surrogate}/gu, '')
      .replace(/^['\s]+|['\s]+$/g, '');
    const isFree = plain !== '' && !taken.has(plain.toLowerCase());
    const name = isFree ? plain : `${plain.slice(0, LONGEST_NAME - 5).trim()} (${index + 1})`.trim();
    taken.add(name.toLowerCase());
    return name;
  });
}

const STYLES =
  `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="7"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" quotePrefix="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

async function* sheetXml({ columns, heads = [columns.map(({ title }) => title)], frozenColumns = 0, rows }: NewSheet): AsyncGenerator<string> {
  const widths = columns
    .map(
      ({ width, takesNumbers = false }, index) =>
        `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${takesNumbers ? NUMBER_STYLE : TEXT_STYLE}" customWidth="1"/>`,
    )
    .join('');
  yield `${XML}<worksheet xmlns="${MAIN}">${frozenXml(heads.length, frozenColumns)}<cols>${widths}</cols><sheetData>`;
  let number = 0;
  let pending = '';
  for (const head of heads) {
    number += 1;
    pending += rowXml(head, number, true);
  }
  for await (const row of rows) {
    number += 1;
    pending += rowXml(row, number, false);
    if (pending.length < 32_768) continue;
    yield pending;
    pending = '';
  }
  yield `${pending}</sheetData></worksheet>`;
}

function frozenXml(rows: number, columns: number): string {
  const pane = columns === 0 ? 'bottomLeft' : 'bottomRight';
  const across = columns === 0 ? '' : ` xSplit="${columns}"`;
  return `<sheetViews><sheetView workbookViewId="0"><pane${across} ySplit="${rows}" topLeftCell="${columnName(columns)}${rows + 1}" activePane="${pane}" state="frozen"/></sheetView></sheetViews>`;
}

function rowXml(cells: readonly CellValue[], number: number, isHead: boolean): string {
  let xml = '';
  for (const [column, cell] of cells.entries()) if (cell !== '') xml += cellXml(`${columnName(column)}${number}`, cell, isHead);
  return `<row r="${number}">${xml}</row>`;
}

/** Returns the XML of a cell. @throws RangeError for a number or a date that a sheet cannot hold */
function cellXml(reference: string, cell: CellValue, isHead: boolean): string {
  if (typeof cell === 'object') {
    const days = toSheetDays(cell);
    const style = cell.date.includes(' ') ? MINUTE_STYLE : DAY_STYLE;
    return days === null ? cellXml(reference, cell.date, isHead) : `<c r="${reference}" s="${style}"><v>${days}</v></c>`;
  }
  if (typeof cell === 'string') {
    const text = withoutBidiOverrides(cell);
    const style = isHead ? HEAD_STYLE : /^[=+\-@\t\r]/.test(text) ? QUOTED_STYLE : TEXT_STYLE;
    return `<c r="${reference}" t="inlineStr" s="${style}"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
  }
  if (!Number.isFinite(cell)) throw new RangeError(`no number of a sheet: ${cell}`);
  return `<c r="${reference}" s="${isHead ? HEAD_NUMBER_STYLE : NUMBER_STYLE}"><v>${cell}</v></c>`;
}

/** March 1, 1900: before it programs count a day that did not exist. */
const FIRST_EVEN_DAY = 61;

/**
 * Returns the number that a sheet keeps for a date; null for one that sheets count differently or not at all.
 * @throws RangeError for text that is no date
 */
function toSheetDays({ date }: DateCell): number | null {
  const [day = '', clock = '00:00'] = date.split(' ');
  const days = (Date.parse(`${day}T${clock}:00Z`) - FIRST_1900) / DAY_MS;
  if (Number.isNaN(days)) throw new RangeError(`no date of a sheet: ${date}`);
  return days >= FIRST_EVEN_DAY ? days : null;
}

/** Returns the name of a column: 0 → "A", 26 → "AA". */
function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * Escapes text. XML allows neither most control characters nor half surrogate pairs; the format writes the former as
 * `_x0001_`.
 */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>"]/g, (character) => ENTITIES[character] as string)
    .replace(/(?![\t\n])\p{Cc}|[\ufffe\uffff]/gu, (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`);
}
