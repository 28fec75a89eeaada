/** Says at each cell of a formula's tables what KaTeX says of whole columns: browsers read alignment at cells only. */
export function alignColumns(within: ParentNode): void {
  for (const table of within.querySelectorAll('mtable')) {
    const alignments = wordsOf(table, 'columnalign');
    const spacings = wordsOf(table, 'columnspacing');
    for (const row of table.children)
      [...row.children].forEach((cell, column) => {
        const alignment = alignments[column] ?? alignments.at(-1);
        if (alignment === 'left' || alignment === 'right') cell.setAttribute('data-align', alignment);
        // "=" belongs to what stands before it
        if (column > 0 && (spacings[column - 1] ?? spacings.at(-1)) === '0em') cell.setAttribute('data-tight', '');
      });
  }
}

const wordsOf = (table: Element, attribute: string) => table.getAttribute(attribute)?.split(' ') ?? [];
