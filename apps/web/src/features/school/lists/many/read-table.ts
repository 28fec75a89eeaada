/** A column with the name that people use. */
export interface TableColumn {
  name: string;
  label: string;
}

/** A line that someone wrote. */
export interface WrittenLine {
  /** The line as it was written. */
  text: string;
  /** The cells by column name. */
  cells: Readonly<Record<string, string>>;
  /** The number of cells if there are more than columns, else null. */
  tooMany: number | null;
}

/**
 * Parses lines as a spreadsheet copies them (tabs) or as people type them (commas, or semicolons if there is no comma).
 * A cell in quotation marks may contain these. A list with one column takes every line whole. A first line of only
 * column names sets their order.
 */
export function readTable(text: string, columns: readonly TableColumn[]): WrittenLine[] {
  const records = splitRecords(text, separatorOf(text, columns.length)).filter(({ cells }) => cells.some((cell) => cell !== ''));
  const order = headerOf(records[0]?.cells ?? [], columns);
  return (order ? records.slice(1) : records).map((record) => {
    const named = order ?? columns.map(({ name }) => name);
    // Empty cells at the end come from the spreadsheet's frame.
    const filled = record.cells.findLastIndex((cell) => cell !== '') + 1;
    return {
      text: record.text,
      cells: Object.fromEntries(named.map((name, at) => [name, record.cells[at] ?? ''])),
      tooMany: filled > named.length ? filled : null,
    };
  });
}

function separatorOf(text: string, columns: number): string | null {
  if (text.includes('\t')) return '\t';
  if (columns === 1) return null;
  return text.includes(',') || !text.includes(';') ? ',' : ';';
}

function headerOf(cells: readonly string[], columns: readonly TableColumn[]): string[] | null {
  const plain = (words: string) => words.normalize('NFKC').trim().toLowerCase();
  const names = cells
    .filter((cell) => cell !== '')
    .map((cell) => columns.find(({ label, name }) => [label, name].some((word) => plain(word) === plain(cell)))?.name);
  const isHeader = names.length > 0 && names.every((name) => name !== undefined) && new Set(names).size === names.length && cells[0] !== '';
  return isHeader ? (names as string[]) : null;
}

function splitRecords(text: string, separator: string | null): { text: string; cells: string[] }[] {
  const records: { text: string; cells: string[] }[] = [];
  let [cells, cell, quoted, wasQuoted, start]: [string[], string, boolean, boolean, number] = [[], '', false, false, 0];
  const endCell = () => {
    cells.push(wasQuoted ? cell : cell.trim());
    [cell, wasQuoted] = ['', false];
  };
  for (let at = 0; at <= text.length; at += 1) {
    const sign = text[at];
    if (quoted && sign !== undefined) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (sign === '"' && cell.trim() === '' && closes(text, at)) [quoted, wasQuoted, cell] = [true, true, ''];
    else if (sign === separator && sign !== undefined) endCell();
    else if (sign === undefined || sign === '\n' || sign === '\r') {
      endCell();
      records.push({ text: text.slice(start, at), cells });
      cells = [];
      start = at + 1;
    } else cell += sign;
  }
  return records;
}

/**
 * Checks whether a quotation mark is closed later. An unpaired one is an ordinary character: it must not swallow the
 * lines below.
 */
const closes = (text: string, at: number): boolean => text.indexOf('"', at + 1) > 0;
