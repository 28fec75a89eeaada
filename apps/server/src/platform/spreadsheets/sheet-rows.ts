import { type NumberKind, toDateText, toFractionText } from './cell-styles.ts';
import { readPart } from './read-part.ts';
import { SpreadsheetError } from './spreadsheet-error.ts';
import { unescapeText } from './shared-strings.ts';
import type { XmlAttributes, XmlHandler } from '../xml/index.ts';
import type { ZipArchive } from '../zip/index.ts';

export interface SheetRow {
  /** The row number in the sheet, from 1. */
  number: number;
  /** The texts by column, from 0. Undefined for empty cells. */
  cells: (string | undefined)[];
  /**
   * Columns whose cell has a spreadsheet error such as #N/A, refers to a missing text, or is a formula without its
   * value.
   */
  broken: number[];
  /** Columns whose cell probably differs from the text that was typed. */
  odd: { column: number; kind: OddKind }[];
}

/** `date`: the spreadsheet made it from something that looked like a date. `boolean`: its TRUE or FALSE. */
export type OddKind = 'date' | 'boolean';

/** The formats of a sheet's numbers. */
export interface SheetNumbers {
  /** The kinds by the number of the cell's style. */
  styles: readonly (NumberKind | undefined)[];
  isFrom1904: boolean;
}

/** The maximum number of rows in a sheet. */
const LAST_ROW = 1_048_576;
const LONGEST_CELL = 1_000_000;
/** The maximum number of characters of all cells together: a text that is stored once can be in each of them. */
const MOST_CHARACTERS = 50_000_000;

/** Reads rows of a sheet that are not empty, in batches. */
export async function* readSheetRows(
  archive: ZipArchive,
  sheet: string,
  sharedStrings: readonly string[],
  { mostColumns, ...numbers }: SheetNumbers & { mostColumns: number },
): AsyncGenerator<SheetRow[]> {
  const parser = new SheetParser(sharedStrings, numbers, mostColumns);
  for await (const _ of readPart(archive, sheet, parser)) if (parser.ready.length > 0) yield parser.take();
  if (parser.ready.length > 0) yield parser.take();
  if (!parser.isSheet) throw new SpreadsheetError('broken');
}

class SheetParser implements XmlHandler {
  ready: SheetRow[] = [];
  isSheet = false;
  readonly #sharedStrings: readonly string[];
  readonly #numbers: SheetNumbers;
  readonly #mostColumns: number;
  #row: SheetRow = { number: 0, cells: [], broken: [], odd: [] };
  #column = -1;
  #type = 'n';
  #style: NumberKind | undefined;
  #value = '';
  #isValue = false;
  #isInline = false;
  #isFormula = false;
  #reading = 0;
  #characters = 0;

  constructor(sharedStrings: readonly string[], numbers: SheetNumbers, mostColumns: number) {
    this.#sharedStrings = sharedStrings;
    this.#numbers = numbers;
    this.#mostColumns = mostColumns;
  }

  take(): SheetRow[] {
    const rows = this.ready;
    this.ready = [];
    return rows;
  }

  open(name: string, attributes: XmlAttributes): void {
    switch (name) {
      case 'c':
        this.#column = columnOf(attributes['r']) ?? this.#column + 1;
        this.#type = attributes['t'] ?? 'n';
        this.#style = this.#type === 'n' ? this.#numbers.styles[Number(attributes['s'] ?? 0)] : undefined;
        this.#value = '';
        this.#isFormula = false;
        break;
      case 'f':
        this.#isFormula = true;
        break;
      case 'v':
        this.#isValue = true;
        break;
      case 'is':
        this.#isInline = true;
        break;
      case 't':
        this.#isValue = this.#isInline && this.#reading === 0;
        break;
      case 'rPh':
        this.#reading += 1;
        break;
      case 'row':
        this.#row = { number: this.#numberOf(attributes['r']), cells: [], broken: [], odd: [] };
        this.#column = -1;
        break;
      case 'sheetData':
        this.isSheet = true;
        break;
    }
  }

  close(name: string): void {
    switch (name) {
      case 'v':
      case 't':
        this.#isValue = false;
        break;
      case 'is':
        this.#isInline = false;
        break;
      case 'rPh':
        this.#reading -= 1;
        break;
      case 'c':
        if (this.#column >= this.#mostColumns) break;
        if (this.#value !== '') this.#keepCell();
        // A formula with an empty text as its result declares that.
        else if (this.#isFormula && this.#type !== 'str') this.#row.broken.push(this.#column);
        break;
      case 'row':
        if (this.#row.cells.length > 0 || this.#row.broken.length > 0) this.ready.push(this.#row);
        break;
    }
  }

  text(text: string): void {
    if (!this.#isValue) return;
    this.#value += text;
    if (this.#value.length > LONGEST_CELL) throw new SpreadsheetError('too_large');
  }

  /** Returns the row's number. Rows are in order, each once; one with another number counts as the next. */
  #numberOf(reference: string | undefined): number {
    const number = Number(reference ?? 0);
    return Number.isInteger(number) && number > this.#row.number && number <= LAST_ROW ? number : this.#row.number + 1;
  }

  #keepCell(): void {
    const text = this.#textOf(this.#value);
    if (text === null) this.#row.broken.push(this.#column);
    const kind = this.#type === 'b' ? 'boolean' : this.#type === 'd' || this.#style === 'date' ? 'date' : null;
    if (kind && text !== null) this.#row.odd.push({ column: this.#column, kind });
    const shown = text ?? this.#value;
    this.#characters += shown.length;
    if (this.#characters > MOST_CHARACTERS) throw new SpreadsheetError('too_large');
    this.#row.cells[this.#column] = shown;
  }

  /** Returns the text of a cell. Null for an error. */
  #textOf(value: string): string | null {
    switch (this.#type) {
      case 's':
        return this.#sharedStrings[Number(value)] ?? null;
      case 'e':
        return null;
      case 'b':
        return value.trim() === '1' ? 'TRUE' : 'FALSE';
      case 'n':
        return toPlainNumber(value, this.#style, this.#numbers);
      default:
        return unescapeText(value);
    }
  }
}

/** Returns a number as people write it: telephone numbers are stored as 5.5512345E7. Null when it is not a number. */
function toPlainNumber(text: string, style: NumberKind | undefined, { isFrom1904 }: SheetNumbers): string | null {
  const trimmed = text.trim();
  if (style === undefined && /^-?(?:0|[1-9]\d{0,14})$/.test(trimmed)) return trimmed;
  const number = Number(trimmed);
  if (trimmed === '' || !Number.isFinite(number)) return null;
  if (style === 'date') return toDateText(number, isFrom1904);
  if (style === 'percent') return `${toDigits(number * 100)}%`;
  return (style === 'fraction' ? toFractionText(number) : null) ?? toDigits(number);
}

/** Rounds to the digits that a spreadsheet shows: 0.1 + 0.2 is 0.3. */
const toDigits = (number: number): string => String(Number(number.toPrecision(15)));

/** Returns the column of a reference: "C7" → 2. Null without a reference. */
function columnOf(reference: string | undefined): number | null {
  if (reference === undefined) return null;
  let column = 0;
  for (let index = 0; index < reference.length; index += 1) {
    const letter = reference.charCodeAt(index) & 0xdf;
    if (letter < 65 || letter > 90) break;
    column = Math.min(column * 26 + (letter - 64), 100_000);
  }
  return column === 0 ? null : column - 1;
}
