import { Readable } from 'node:stream';
import { writeZip, type ZipPart } from '../zip/index.ts';

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export interface NewSheet {
  name: string;
  columns: readonly { title: string; width: number }[];
  rows: AsyncIterable<readonly string[]> | Iterable<readonly string[]>;
}

/**
 * An .xlsx file, written as its rows come. Every cell is text: what begins like a formula stays what it is, also when
 * somebody edits the cell.
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

/** Cell styles by number, as `styles.xml` counts them. */
const TEXT_STYLE = 1;
/** Text that Excel would read as a formula if it were typed. */
const QUOTED_STYLE = 2;
const HEAD_STYLE = 3;

function* partsOf(sheets: readonly NewSheet[]): Generator<ZipPart> {
  const numbered = sheets.map((sheet, index) => ({ ...sheet, number: index + 1 }));
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

const STYLES =
  `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" quotePrefix="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

async function* sheetXml({ columns, rows }: NewSheet): AsyncGenerator<string> {
  const widths = columns
    .map(({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${TEXT_STYLE}" customWidth="1"/>`)
    .join('');
  const frozen =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
  yield `${XML}<worksheet xmlns="${MAIN}">${frozen}<cols>${widths}</cols><sheetData>`;
  yield rowXml(
    columns.map(({ title }) => title),
    1,
    HEAD_STYLE,
  );
  let number = 1;
  let pending = '';
  for await (const row of rows) {
    number += 1;
    pending += rowXml(row, number);
    if (pending.length < 32_768) continue;
    yield pending;
    pending = '';
  }
  yield `${pending}</sheetData></worksheet>`;
}

function rowXml(cells: readonly string[], number: number, style?: number): string {
  const xml = cells.map((text, column) => {
    if (text === '') return '';
    const own = style ?? (/^[=+\-@\t\r]/.test(text) ? QUOTED_STYLE : TEXT_STYLE);
    return `<c r="${columnName(column)}${number}" t="inlineStr" s="${own}"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
  });
  return `<row r="${number}">${xml.join('')}</row>`;
}

/** 0 → "A", 26 → "AA". */
function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML knows neither most control characters nor halves of a pair; the format writes the former as `_x0001_`. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>"]/g, (character) => ENTITIES[character] as string)
    .replace(/(?![\t\n])\p{Cc}|[\ufffe\uffff]/gu, (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`);
}
