import { splitMath } from './split-math.ts';

/** Commands that have a sign of their own. */
const SIGNS: Readonly<Record<string, string>> = {
  ...{ alpha: 'α', beta: 'β', gamma: 'γ', delta: 'δ', epsilon: 'ε', varepsilon: 'ε', zeta: 'ζ', eta: 'η', theta: 'θ', iota: 'ι', kappa: 'κ' },
  ...{ lambda: 'λ', mu: 'μ', nu: 'ν', xi: 'ξ', pi: 'π', rho: 'ρ', sigma: 'σ', tau: 'τ', phi: 'φ', varphi: 'φ', chi: 'χ', psi: 'ψ', omega: 'ω' },
  ...{ Gamma: 'Γ', Delta: 'Δ', Theta: 'Θ', Lambda: 'Λ', Xi: 'Ξ', Pi: 'Π', Sigma: 'Σ', Phi: 'Φ', Psi: 'Ψ', Omega: 'Ω' },
  ...{ times: '×', cdot: '·', div: '÷', pm: '±', mp: '∓', ast: '∗', circ: '∘', degree: '°', infty: '∞', partial: '∂', nabla: '∇', prime: '′' },
  ...{ le: '≤', leq: '≤', ge: '≥', geq: '≥', ne: '≠', neq: '≠', approx: '≈', equiv: '≡', sim: '∼', propto: '∝', ll: '≪', gg: '≫', lt: '<', gt: '>' },
  ...{ to: '→', rightarrow: '→', leftarrow: '←', leftrightarrow: '↔', Rightarrow: '⇒', Leftarrow: '⇐', Leftrightarrow: '⇔', mapsto: '↦' },
  ...{ in: '∈', notin: '∉', subset: '⊂', subseteq: '⊆', cup: '∪', cap: '∩', emptyset: '∅', forall: '∀', exists: '∃', neg: '¬', land: '∧', lor: '∨' },
  ...{ sum: '∑', prod: '∏', int: '∫', angle: '∠', perp: '⊥', parallel: '∥', triangle: '△', ldots: '…', dots: '…', cdots: '⋯', hbar: 'ℏ', ell: 'ℓ' },
  ...{ sin: 'sin', cos: 'cos', tan: 'tan', log: 'log', ln: 'ln', exp: 'exp', lim: 'lim', min: 'min', max: 'max' },
  ...{ quad: ' ', qquad: ' ', ',': ' ', ':': ' ', ';': ' ', ' ': ' ', '!': '', left: '', right: '', displaystyle: '', '%': '%', $: '$', '#': '#', '&': '&' },
  ...{ _: '_', '{': '{', '}': '}', '|': '‖' },
};
/** Commands whose argument is written as it is. */
const PLAIN = /^(?:text|textrm|textit|textbf|mathrm|mathit|mathbf|mathsf|operatorname)$/u;
const FRACTION = /^[tdc]?frac$/u;

const raise = (plain: string, raised: string): ReadonlyMap<string, string> => new Map([...plain].map((one, at) => [one, [...raised][at]!]));
const ABOVE = raise('0123456789+-−=()ni', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ');
const BELOW = raise('0123456789+-−=()aehijklmnoprstuvx', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ');

/** A formula that has no plain form, such as a matrix. */
class Unreadable extends Error {}

/**
 * Returns a one-line text with `$…$` as people read it where nothing draws formulas, as in files: "$A_1$" is "A₁", and
 * "$\frac{1}{2}x$" is "1/2 x". A formula without such a form stays LaTeX, without its dollar signs.
 */
export const toReadableMath = (text: string): string =>
  text.includes('$')
    ? splitMath(text)
        .map(({ kind, value }) => (kind === 'math' ? readFormula(value) : value))
        .join('')
    : text;

/** Returns a formula as a line of signs that anybody can read; one that has no such line unchanged. */
export function readFormula(latex: string): string {
  try {
    const reader = new FormulaReader(latex);
    return reader.readAll().replace(/ {2,}/gu, ' ').trim();
  } catch (error) {
    if (error instanceof Unreadable) return latex;
    throw error;
  }
}

class FormulaReader {
  private at = 0;
  private depth = 0;
  private readonly latex: string;

  constructor(latex: string) {
    this.latex = latex;
  }

  readAll(): string {
    const all = this.readUntil('');
    if (this.at < this.latex.length) throw new Unreadable();
    return all;
  }

  /** Reads up to a closing sign, which it does not take. */
  private readUntil(close: string): string {
    let line = '';
    while (this.at < this.latex.length && this.latex[this.at] !== close) line = this.add(line, this.readPiece());
    return line;
  }

  /** Joins two pieces. What follows a fraction is set apart, as the factor in "1/2 x". */
  private add(line: string, { text, isFraction }: Piece): string {
    const needsGap = (this.afterFraction && /^[\p{L}\p{N}(√]/u.test(text)) || (isFraction && /[\p{L}\p{N})]$/u.test(line));
    this.afterFraction = text === '' ? this.afterFraction : isFraction;
    return needsGap ? `${line} ${text}` : line + text;
  }
  private afterFraction = false;

  private readPiece(): Piece {
    const sign = this.latex[this.at]!;
    if (sign === '\\') return this.readCommand();
    if (sign === '{') return piece(this.readGroup());
    if (sign === '}' || sign === '&') throw new Unreadable();
    this.at += sign.codePointAt(0)! > 0xffff ? 2 : 1;
    if (sign === '^') return piece(toScript(this.readArgument(), ABOVE, '^'));
    if (sign === '_') return piece(toScript(this.readArgument(), BELOW, '_'));
    return piece(sign === '~' ? ' ' : sign);
  }

  private readCommand(): Piece {
    const [whole, name] = /^\\([a-zA-Z]+|.)/su.exec(this.latex.slice(this.at)) ?? [];
    if (whole === undefined || name === undefined) throw new Unreadable();
    const isSpaced = this.latex[this.at - 1] === ' ';
    this.at += whole.length;
    // the space after a command only ends its name, unless people set the sign apart
    if (name.length > 1 && !isSpaced && this.latex[this.at] === ' ') this.at += 1;
    if (FRACTION.test(name)) {
      const [over, under] = [this.readArgument(), this.readArgument()];
      return { text: `${inBrackets(over)}/${inBrackets(under)}`, isFraction: true };
    }
    if (name === 'sqrt') {
      if (this.latex[this.at] === '[') throw new Unreadable();
      return piece(`√${inBrackets(this.readArgument())}`);
    }
    if (PLAIN.test(name)) return piece(this.readArgument());
    const sign = Object.hasOwn(SIGNS, name) ? SIGNS[name] : undefined;
    if (sign === undefined) throw new Unreadable();
    return piece(/^\p{L}{2,}$/u.test(sign) && /^\p{L}/u.test(this.latex.slice(this.at)) ? `${sign} ` : sign);
  }

  /** Reads one sign, one command or a group. */
  private readArgument(): string {
    while (this.latex[this.at] === ' ') this.at += 1;
    if (this.at >= this.latex.length) throw new Unreadable();
    return this.latex[this.at] === '{' ? this.readGroup() : this.readPiece().text;
  }

  private readGroup(): string {
    this.depth += 1;
    if (this.depth > 50) throw new Unreadable();
    this.at += 1;
    const outside = this.afterFraction;
    this.afterFraction = false;
    const inner = this.readUntil('}');
    this.afterFraction = outside;
    if (this.latex[this.at] !== '}') throw new Unreadable();
    this.at += 1;
    this.depth -= 1;
    return inner;
  }
}

interface Piece {
  text: string;
  isFraction: boolean;
}
const piece = (text: string): Piece => ({ text, isFraction: false });

/** Returns a numerator, denominator or radicand, in brackets when it is more than one sign or number. */
const inBrackets = (text: string): string => (/^(?:[\p{L}\p{S}]\p{M}*[₀-₉⁰¹²³⁴-⁹]*|\d+(?:[.,]\d+)?)$/u.test(text) ? text : `(${text})`);

/** Returns raised or lowered signs; "^(a + b)" where there are none. A raised circle is a degree. */
function toScript(text: string, signs: ReadonlyMap<string, string>, mark: string): string {
  if (mark === '^' && text === '∘') return '°';
  if (mark === '^' && /^[′*]+$/u.test(text)) return text;
  const scripted = [...text].map((one) => signs.get(one));
  if (text !== '' && scripted.every((one) => one !== undefined)) return scripted.join('');
  return [...text].length === 1 ? `${mark}${text}` : `${mark}(${text})`;
}
