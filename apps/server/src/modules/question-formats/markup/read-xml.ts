import { SaxesParser } from 'saxes';
import { addText, type Element } from './elements.ts';

/**
 * Why XML is not read. `malformed`: it breaks off or is none, at a line. `entities`: it declares entities, which could
 * expand or fetch anything, so none is. `too_deep`, `too_large`: more than any question holds.
 */
export class XmlError extends Error {
  readonly problem: 'malformed' | 'entities' | 'too_deep' | 'too_large';
  /** From 1. */
  readonly line: number;
  constructor(problem: XmlError['problem'], line: number, message = problem as string) {
    super(message);
    this.name = 'XmlError';
    this.problem = problem;
    this.line = line;
  }
}

const PIECE_CHARACTERS = 64 * 1024;
/** Declarations and comments before the root. */
const MOST_HEAD_CHARACTERS = 64 * 1024;
const DEEPEST = 100;
const MOST_NODES = 200_000;
const MOST_ATTRIBUTES = 200;

/** HTML's names for characters that question files use without declaring them. */
const NAMED = {
  nbsp: '\u00a0',
  copy: '©',
  deg: '°',
  times: '×',
  divide: '÷',
  plusmn: '±',
  micro: 'µ',
  middot: '·',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  larr: '←',
  rarr: '→',
  le: '≤',
  ge: '≥',
  ne: '≠',
  infin: '∞',
  alpha: 'α',
  beta: 'β',
  gamma: 'γ',
  delta: 'δ',
  theta: 'θ',
  lambda: 'λ',
  mu: 'μ',
  pi: 'π',
  sigma: 'σ',
  omega: 'ω',
  Delta: 'Δ',
  Omega: 'Ω',
};

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** What the root of a document is called; '' where there is none among its first characters. */
export function rootNameOf(text: string): string {
  let root = '';
  const parser = new SaxesParser();
  parser.on('error', () => undefined);
  parser.on('opentagstart', ({ name }) => {
    root ||= localName(name);
  });
  const head = text.slice(0, MOST_HEAD_CHARACTERS).replace(/^\s*<\?xml[^>]{0,500}\?>/, '');
  for (let at = 0; at < head.length && root === ''; at += 1024) parser.write(head.slice(at, at + 1024));
  return root;
}

/** The root of a document. @throws XmlError */
export function readXml(text: string): Element {
  for (const { element } of readElements(text, () => true)) return element;
  throw new XmlError('malformed', 1);
}

/**
 * The outermost elements that are wanted, one after the other: only the one being read is held.
 * @throws XmlError when the document goes wrong, after what stood before
 */
export function* readElements(text: string, isWanted: (name: string, parents: readonly string[]) => boolean): Generator<{ element: Element; line: number }> {
  const parents: string[] = [];
  const open: Element[] = [];
  const done: { element: Element; line: number }[] = [];
  let nodes = 0;
  let startedAt = 1;
  const parser = new SaxesParser();
  Object.assign(parser.ENTITIES, NAMED);
  const count = (): void => {
    nodes += 1;
    if (nodes > MOST_NODES) throw new XmlError('too_large', parser.line);
  };
  parser.on('error', (error) => {
    throw new XmlError('malformed', parser.line, error.message.replace(/^\d+:\d+: /, ''));
  });
  parser.on('doctype', (doctype) => {
    if (doctype.includes('[') || /<!ENTITY/i.test(doctype)) throw new XmlError('entities', parser.line);
  });
  let attributes = 0;
  parser.on('opentagstart', () => {
    attributes = 0;
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > MOST_ATTRIBUTES) throw new XmlError('too_large', parser.line);
  });
  parser.on('opentag', (tag) => {
    const name = localName(tag.name);
    if (parents.length >= DEEPEST) throw new XmlError('too_deep', parser.line);
    if (open.length > 0 || isWanted(name, parents)) {
      if (open.length === 0) [nodes, startedAt] = [0, parser.line];
      count();
      const own: Record<string, string> = {};
      for (const [key, value] of Object.entries(tag.attributes as Record<string, string>)) own[localName(key)] ??= value;
      const element: Element = { name, attributes: own, children: [] };
      open.at(-1)?.children.push(element);
      open.push(element);
    }
    parents.push(name);
  });
  parser.on('closetag', () => {
    parents.pop();
    const element = open.pop();
    if (element && open.length === 0) done.push({ element, line: startedAt });
  });
  const keep = (piece: string): void => {
    const parent = open.at(-1);
    if (!parent) return;
    count();
    addText(parent, piece);
  };
  parser.on('text', keep);
  parser.on('cdata', keep);
  // what a declaration says is known already, and some programs write it wrong
  const declaration = /^\s*<\?xml[^>]{0,500}\?>/.exec(text)?.[0] ?? '';
  const lines = declaration.replace(/[^\n]/g, '');
  parser.write(lines);
  for (let at = declaration.length; at < text.length; at += PIECE_CHARACTERS) {
    try {
      parser.write(text.slice(at, at + PIECE_CHARACTERS));
    } catch (error) {
      yield* done.splice(0);
      throw error;
    }
    yield* done.splice(0);
  }
  parser.close();
}
