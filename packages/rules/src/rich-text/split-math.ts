/** A piece of a text: plain, or the LaTeX between two dollar signs. */
export type TextPiece = { kind: 'text' | 'math'; value: string };

/**
 * Splits `$…$` out of a text. `\$` is a dollar sign; so is one without a partner, and one whose partner would enclose
 * nothing or begin or end with a space ("$5 and $6" is unchanged).
 */
export function splitMath(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let plain = '';
  let index = 0;
  while (index < text.length) {
    if (text.startsWith('\\$', index)) {
      plain += '$';
      index += 2;
      continue;
    }
    const latex = text[index] === '$' ? /^\$(?!\s)((?:\\.|[^$\\])+?)(?<!\s)\$(?!\d)/u.exec(text.slice(index))?.[1] : undefined;
    if (latex === undefined) {
      plain += text[index];
      index += 1;
      continue;
    }
    if (plain) pieces.push({ kind: 'text', value: plain });
    plain = '';
    pieces.push({ kind: 'math', value: latex });
    index += latex.length + 2;
  }
  if (plain) pieces.push({ kind: 'text', value: plain });
  return pieces;
}
