import { byLocalName, XmlError, type XmlHandler, XmlReader } from '../../../../platform/xml/index.ts';
import { addText, type Element } from './elements.ts';

const PIECE_CHARACTERS = 64 * 1024;
const MOST_NODES = 200_000;

/** The HTML character names that question files use without declaring them. */
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

/** Returns the root of a document. @throws XmlError */
export function readXml(text: string): Element {
  for (const { element } of readElements(text, () => true)) return element;
  throw new XmlError('malformed', 1);
}

/**
 * Yields the outermost matching elements, one after the other: only the current one is held. @throws XmlError when the
 * document is invalid, after the elements before the error
 */
export function* readElements(text: string, isWanted: (name: string, parents: readonly string[]) => boolean): Generator<{ element: Element; line: number }> {
  const parents: string[] = [];
  const open: Element[] = [];
  const done: { element: Element; line: number }[] = [];
  let nodes = 0;
  let startedAt = 1;
  const count = (): void => {
    nodes += 1;
    if (nodes > MOST_NODES) throw new XmlError('too_large', reader.line);
  };
  const handler: XmlHandler = {
    open(name, attributes) {
      if (open.length > 0 || isWanted(name, parents)) {
        if (open.length === 0) [nodes, startedAt] = [0, reader.line];
        count();
        const element: Element = { name, attributes: byLocalName(attributes), children: [] };
        open.at(-1)?.children.push(element);
        open.push(element);
      }
      parents.push(name);
    },
    close() {
      parents.pop();
      const element = open.pop();
      if (element && open.length === 0) done.push({ element, line: startedAt });
    },
    text(piece) {
      const parent = open.at(-1);
      if (!parent) return;
      count();
      addText(parent, piece);
    },
  };
  const reader = new XmlReader(handler, { characters: NAMED });
  for (let at = 0; at < text.length; at += PIECE_CHARACTERS) {
    try {
      reader.write(text.slice(at, at + PIECE_CHARACTERS));
    } catch (error) {
      yield* done.splice(0);
      throw error;
    }
    yield* done.splice(0);
  }
  reader.end();
}
