/**
 * Sets the column alignment of a formula's tables on each cell. KaTeX sets it on columns, but browsers read it only
 * from cells.
 */
export function alignColumns(within: ParentNode): void {
  for (const table of within.querySelectorAll('mtable')) {
    const alignments = wordsOf(table, 'columnalign');
    const spacings = wordsOf(table, 'columnspacing');
    for (const row of table.children)
      [...row.children].forEach((cell, column) => {
        const alignment = alignments[column] ?? alignments.at(-1);
        if (alignment === 'left' || alignment === 'right') cell.setAttribute('data-align', alignment);
        // "=" belongs to the term before it.
        if (column > 0 && (spacings[column - 1] ?? spacings.at(-1)) === '0em') cell.setAttribute('data-tight', '');
      });
  }
}

const wordsOf = (table: Element, attribute: string) => table.getAttribute(attribute)?.split(' ') ?? [];
