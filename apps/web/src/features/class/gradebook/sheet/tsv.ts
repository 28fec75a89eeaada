/**
 * Parses a copied range as every spreadsheet writes it: tabs between cells, and quotes around cells that contain tabs,
 * line breaks or quotes.
 */
export function parseTsv(text: string): string[][] {
  const rows: string[][] = [[]];
  const end = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  for (const [, quoted, plain = '', after] of end.matchAll(/(?:"((?:[^"]|"")*)"|([^\t\n]*))(\t|\n|$)/gy)) {
    rows.at(-1)!.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (after === '\n') rows.push([]);
    if (after === '') break;
  }
  return rows;
}

const quote = (cell: string): string => (/[\t\n\r"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

export const writeTsv = (rows: readonly (readonly string[])[]): string => rows.map((cells) => cells.map(quote).join('\t')).join('\n');

/**
 * Returns the cells that a paste fills, starting at a corner. One value fills the whole range. Several values repeat as
 * often as they fit.
 */
export function layOut(
  pasted: readonly (readonly string[])[],
  range: { row: number; column: number; rows: number; columns: number },
): { row: number; column: number; text: string }[] {
  const [height, width] = [pasted.length, Math.max(...pasted.map((cells) => cells.length))];
  const repeats = (have: number, wide: number) => (have % wide === 0 ? have : wide);
  const [rows, columns] = [repeats(range.rows, height), repeats(range.columns, width)];
  const laid: { row: number; column: number; text: string }[] = [];
  for (let row = 0; row < Math.max(rows, height); row++)
    for (let column = 0; column < Math.max(columns, width); column++)
      laid.push({ row: range.row + row, column: range.column + column, text: pasted[row % height]?.[column % width] ?? '' });
  return laid;
}
