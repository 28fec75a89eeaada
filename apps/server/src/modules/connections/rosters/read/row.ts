import { cleanedText } from '@classwright/rules/text/cleaned';
import { withoutApostrophe } from '../../../../platform/spreadsheets/index.ts';
import type { TableRow } from './read-table.ts';
import type { ShapedTable } from './recognise.ts';
import type { RowMessage } from './roster.ts';

const MOST_KEPT = 200;
/** Replaces the characters of a text that a database cannot store, and shortens it. */
const toStorable = (text: string): string => text.replaceAll('\u0000', '\ufffd').slice(0, MOST_KEPT).toWellFormed();

/** A row of a table, accessed by the fields that its columns mean, with its faults. */
export class Row {
  readonly line: number;
  readonly faults: RowMessage[] = [];
  readonly notes: RowMessage[] = [];
  readonly #cells: readonly string[];
  readonly #shaped: ShapedTable;

  constructor(shaped: ShapedTable, { line, cells }: TableRow) {
    this.line = line;
    this.#cells = cells;
    this.#shaped = shaped;
    const { titles } = shaped.table;
    // a row whose last cells are empty is often written shorter
    if (cells.length > titles.length && cells.slice(titles.length).some((cell) => cell.trim() !== '')) this.blame('', 'longRow', { count: titles.length });
    else if (cells.length < titles.length && this.#isCutOff()) this.blame('', 'shortRow', { count: titles.length });
  }

  get file(): string {
    return this.#shaped.table.file;
  }

  has(field: string): boolean {
    return this.#shaped.columns.has(field);
  }

  /** Returns the cell without invisible characters; '' if there is no such column. */
  raw(field: string): string {
    const at = this.#shaped.columns.get(field);
    return at === undefined ? '' : (this.#cells[at] ?? '').trim();
  }

  /** Returns an id, unchanged and within the length of ids. */
  id(field: string): string {
    const text = this.raw(field);
    if (text.length > 200 || text.includes('\u0000') || !text.isWellFormed()) {
      this.blame(field, 'id');
      return '';
    }
    return text;
  }

  /** Returns a readable text with a maximum length; longer texts, damaged ones and formulas are faults. */
  text(field: string, max: number): string {
    const text = this.raw(field);
    if (text === '') return '';
    // an apostrophe marks it as not a formula, as in our own files
    const plain = withoutApostrophe(text);
    const clean = cleanedText(plain);
    if (clean.includes('\u0000') || !clean.isWellFormed()) this.blame(field, 'characters');
    else if (clean.length > max) this.blame(field, 'tooLong', { max });
    else if (plain === text && /^[=@]|^[+-](?!\s*\d)/.test(clean)) this.blame(field, 'formula');
    else {
      if (clean !== plain) this.note(field, 'cleaned');
      if (/Ã[\u0080-\u00bf]|â€[\u0080-\u00bf™œ\u009d]|\ufffd/.test(clean)) this.note(field, 'mojibake');
      return clean;
    }
    return '';
  }

  /** Returns several ids from one cell. */
  ids(field: string): string[] {
    const text = this.raw(field);
    return text === ''
      ? []
      : text
          .split(',')
          .map((part) => part.trim())
          .filter((part) => part !== '' && part.length <= 200);
  }

  require(field: string): void {
    if (this.raw(field) === '') this.blame(field, 'required');
  }

  blame(field: string, code: string, params?: RowMessage['params']): void {
    this.faults.push(this.said(field, code, params));
  }

  note(field: string, code: string, params?: RowMessage['params']): void {
    this.notes.push(this.said(field, code, params));
  }

  said(field: string, code: string, params?: RowMessage['params']): RowMessage {
    const at = this.#shaped.columns.get(field);
    return {
      column: at === undefined ? field : (this.#shaped.table.titles[at] ?? field),
      value: toStorable(this.raw(field)),
      code,
      ...(params ? { params } : {}),
    };
  }

  /** Returns true when the row ends before a column that is read. */
  #isCutOff(): boolean {
    const last = Math.max(...this.#shaped.shape.needs.map((field) => this.#shaped.columns.get(field) ?? -1), ...this.#shaped.columns.values());
    return this.#cells.length <= last;
  }
}
