/**
 * Converts a formula typed without LaTeX: `3/4`, `x^2`, `√(2)`, `2·x ≤ 5`. Text with a backslash or a brace is already
 * LaTeX and is unchanged. Not implemented: matrices, sums and integrals, which are written in LaTeX.
 */
export function toLatex(typed: string): string {
  const text = typed.trim();
  if (/[\\{}]/.test(text)) return text;
  return new Reader(tokensOf(text)).whole();
}

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['*', '\\cdot '],
  ['·', '\\cdot '],
  ['×', '\\times '],
  ['÷', '\\div '],
  ['<=', '\\le '],
  ['≤', '\\le '],
  ['>=', '\\ge '],
  ['≥', '\\ge '],
  ['!=', '\\ne '],
  ['≠', '\\ne '],
  ['≈', '\\approx '],
  ['+-', '\\pm '],
  ['±', '\\pm '],
  ['->', '\\to '],
  ['→', '\\to '],
  ['°', '^{\\circ}'],
  ['%', '\\%'],
  ['#', '\\#'],
  ['&', '\\&'],
  ['$', '\\$'],
  ['~', '\\sim '],
]);
/** Names that are written upright or as a symbol. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ...['sin', 'cos', 'tan', 'log', 'ln', 'lim', 'min', 'max'].map((name) => [name, `\\${name} `] as const),
  ...['alpha', 'beta', 'gamma', 'delta', 'lambda', 'mu', 'pi', 'rho', 'sigma', 'theta', 'omega'].map((name) => [name, `\\${name} `] as const),
  ['Delta', '\\Delta '],
  ['Omega', '\\Omega '],
  ['π', '\\pi '],
  ['Δ', '\\Delta '],
  ['Ω', '\\Omega '],
  ['°C', '^{\\circ}\\mathrm{C}'],
]);
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

function tokensOf(text: string): string[] {
  return text.match(/°C|<=|>=|!=|\+-|->|\d+(?:[.,]\d+)*|sqrt|[⁰¹²³⁴⁵⁶⁷⁸⁹]+|\p{L}+|\s+|./gu) ?? [];
}

/**
 * Parses one formula from left to right. Anything that does not fit (a bracket without its other half) is written
 * unchanged.
 */
class Reader {
  private at = 0;
  private readonly tokens: readonly string[];

  constructor(tokens: readonly string[]) {
    this.tokens = tokens;
  }

  whole(): string {
    let latex = '';
    while (this.at < this.tokens.length) latex += this.row(null) + (this.at < this.tokens.length ? this.take() : '');
    return latex.trim();
  }

  private peek = (): string | undefined => this.tokens[this.at];
  private take = (): string => this.tokens[this.at++] ?? '';
  private skipSpace(): void {
    while (/^\s+$/.test(this.peek() ?? '')) this.at += 1;
  }

  /** Parses up to a closing bracket. `end` null: any closing bracket ends it. */
  private row(end: string | null): string {
    let latex = '';
    while (this.at < this.tokens.length) {
      const token = this.peek() ?? '';
      if (token === end || /^[)\]]$/.test(token)) break;
      if (/^\s+$/.test(token)) {
        this.at += 1;
        latex += ' ';
      } else latex += this.fraction();
    }
    return latex;
  }

  /** Parses a term and its divisors: `a/b/c` is (a/b)/c. */
  private fraction(): string {
    let part = this.raised();
    for (;;) {
      const before = this.at;
      this.skipSpace();
      if (this.peek() !== '/') {
        this.at = before;
        return part.whole;
      }
      this.take();
      this.skipSpace();
      const below = this.raised();
      const latex = `\\frac{${part.bare}}{${below.bare}}`;
      part = { whole: latex, bare: latex };
    }
  }

  /**
   * Parses a term with its superscript and subscript. `bare`: without the brackets that a fraction or a power makes
   * unnecessary.
   */
  private raised(): Part {
    let part = this.thing();
    for (;;) {
      const token = this.peek() ?? '';
      if (token === '^' || token === '_') {
        this.take();
        const latex = `${part.whole}${token}{${this.peek() === '-' ? this.take() : ''}${this.thing().bare}}`;
        part = { whole: latex, bare: latex };
      } else if (token !== '' && [...token].every((sign) => SUPERSCRIPTS.includes(sign))) {
        this.take();
        const latex = `${part.whole}^{${[...token].map((sign) => SUPERSCRIPTS.indexOf(sign)).join('')}}`;
        part = { whole: latex, bare: latex };
      } else return part;
    }
  }

  private thing(): Part {
    const token = this.take();
    if (token === '√' || token === 'sqrt') {
      this.skipSpace();
      return same(`\\sqrt{${this.thing().bare}}`);
    }
    if (token === '(' || token === '[') {
      const close = token === '(' ? ')' : ']';
      const inner = this.row(close).trim();
      if (this.peek() !== close) return same(token + inner);
      this.take();
      return { whole: `\\left${token}${inner}\\right${close}`, bare: token === '(' ? inner : `[${inner}]` };
    }
    return same(SIGNS.get(token) ?? NAMES.get(token) ?? token);
  }
}

interface Part {
  whole: string;
  bare: string;
}
const same = (latex: string): Part => ({ whole: latex, bare: latex.trim() });
