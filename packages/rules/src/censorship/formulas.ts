const MATHS = /[\\^_{}=+]/;
const PART_OF_WORD = /^[\p{L}\d]$/u;
const ONE_SYMBOL = /^[\p{L}\d]$/u;

/**
 * Returns the offsets of the `$` that open and close a formula ("$x = a$", "$$F=ma$$", "$s$"), where it is not used as
 * an S. A formula is recognized by its content, so "$hit and a$$" has none. Linear in the length of the text.
 */
export function findFormulaSigns(text: string): ReadonlySet<number> {
  const signs = new Set<number>();
  const found = [...text.matchAll(/\${1,2}/g)];
  for (let index = 0; index + 1 < found.length; index += 1) {
    const [open, close] = [found[index] as RegExpExecArray, found[index + 1] as RegExpExecArray];
    const content = text.slice(open.index + open[0].length, close.index);
    const [before, after] = [text[open.index - 1] ?? '', text[close.index + close[0].length] ?? ''];
    if (PART_OF_WORD.test(before) || PART_OF_WORD.test(after)) continue;
    const isFormula = open[0] === close[0] && (MATHS.test(content) || (open[0] === '$' && ONE_SYMBOL.test(content)));
    if (!isFormula) continue;
    for (const { index: from, 0: sign } of [open, close]) for (let offset = 0; offset < sign.length; offset += 1) signs.add(from + offset);
    index += 1;
  }
  return signs;
}
