import { Parser } from 'htmlparser2';
import katex from 'katex';

/** A formula in the template's form: a kind, its text, and its parts. */
export interface Formula {
  kind: 'row' | 'fence' | 'letter' | 'number' | 'sign' | 'name' | 'text' | 'space' | 'frac' | 'root' | 'scripts' | 'accent' | 'table' | 'line';
  value?: string;
  /** The alphabet: `normal`, `double-struck`, `script`, `bold` and so on. */
  variant?: string;
  parts?: readonly (Formula | null)[];
  rows?: readonly (readonly Formula[])[];
}

/** The maximum length, far above any formula written by people. */
const LONGEST = 2_000;

/** Parses LaTeX; null if it cannot be drawn and is shown as written. */
export function parseFormula(latex: string, isBlock: boolean): Formula | null {
  if (latex.length > LONGEST) return null;
  try {
    const html = katex.renderToString(latex, { output: 'mathml', displayMode: isBlock, throwOnError: true, strict: 'ignore', trust: false, maxExpand: 100 });
    const math = findNamed(parseTree(html), 'semantics');
    const drawn = math?.children.find((child) => child.name !== '');
    return drawn ? toFormula(drawn) : null;
  } catch {
    return null;
  }
}

interface Element {
  /** The element's name; empty for a piece of text. */
  name: string;
  text: string;
  attributes: Readonly<Record<string, string>>;
  children: Element[];
}

function parseTree(source: string): Element {
  const root: Element = { name: 'root', text: '', attributes: {}, children: [] };
  const open = [root];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const element: Element = { name, text: '', attributes, children: [] };
        open.at(-1)?.children.push(element);
        open.push(element);
      },
      ontext(text) {
        open.at(-1)?.children.push({ name: '', text, attributes: {}, children: [] });
      },
      onclosetag() {
        if (open.length > 1) open.pop();
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(source);
  return root;
}

function findNamed(element: Element, name: string): Element | null {
  if (element.name === name) return element;
  for (const child of element.children) {
    const found = findNamed(child, name);
    if (found) return found;
  }
  return null;
}

const textOf = ({ text, children }: Element): string => text + children.map(textOf).join('');
const elementsOf = ({ children }: Element): Element[] => children.filter(({ name }) => name !== '');
const row = (parts: readonly Formula[]): Formula => (parts.length === 1 ? (parts[0] as Formula) : { kind: 'row', parts });
/** Invisible characters, such as the one between a function and its argument. */
const INVISIBLE = /[\u2061-\u2064\u200b]/gu;

function toFormula(element: Element): Formula {
  const children = elementsOf(element);
  const part = (index: number): Formula | null => (children[index] ? toFormula(children[index]) : null);
  switch (element.name) {
    case 'mi':
      return toLetter(element);
    case 'mn':
      return { kind: 'number', value: textOf(element) };
    case 'mo':
      return { kind: 'sign', value: textOf(element).replace(INVISIBLE, '') };
    case 'mtext':
    case 'ms':
      return { kind: 'text', value: textOf(element) };
    case 'mspace':
      return { kind: 'space' };
    case 'mfrac':
      return { kind: element.attributes['linethickness']?.startsWith('0') ? 'scripts' : 'frac', parts: [part(0), part(1)] };
    case 'msqrt':
      return { kind: 'root', parts: [row(children.map(toFormula)), null] };
    case 'mroot':
      return { kind: 'root', parts: [part(0), part(1)] };
    case 'msup':
      return { kind: 'scripts', parts: [part(0), null, part(1)] };
    case 'msub':
      return { kind: 'scripts', parts: [part(0), part(1), null] };
    case 'msubsup':
      return { kind: 'scripts', parts: [part(0), part(1), part(2)] };
    case 'mover':
      return toOver(element, part(0), part(1));
    case 'munder':
      return { kind: 'scripts', value: 'limits', parts: [part(0), part(1), null] };
    case 'munderover':
      return { kind: 'scripts', value: 'limits', parts: [part(0), part(1), part(2)] };
    case 'mtable':
      return { kind: 'table', rows: children.map((line) => elementsOf(line).map((cell) => row(elementsOf(cell).map(toFormula)))) };
    case 'annotation':
      return row([]);
    default:
      return toRow(children);
  }
}

function toRow(children: readonly Element[]): Formula {
  const isFenced = children.length > 1 && children[0]?.attributes['fence'] === 'true';
  const parts = children.map(toFormula);
  return isFenced ? { kind: 'fence', parts } : row(parts);
}

function toLetter(element: Element): Formula {
  const value = textOf(element).replace(INVISIBLE, '');
  const variant = element.attributes['mathvariant'];
  return { kind: Array.from(value).length > 1 ? 'name' : 'letter', value, ...(variant ? { variant } : {}) };
}

const LINES = new Set(['‾', '¯', '―']);

function toOver(element: Element, base: Formula | null, over: Formula | null): Formula {
  if (element.attributes['accent'] !== 'true' || over?.kind !== 'sign') return { kind: 'scripts', value: 'limits', parts: [base, null, over] };
  if (LINES.has(over.value ?? '')) return { kind: 'line', parts: [base] };
  return { kind: 'accent', value: over.value ?? '', parts: [base] };
}
