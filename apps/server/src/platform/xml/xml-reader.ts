import { SaxesParser } from 'saxes';
import { XmlError } from './xml-error.ts';

/** Values by names as they are written, with their prefix. */
export type XmlAttributes = Readonly<Record<string, string>>;

/** Is told what a document says, in its order. Names of elements come without prefix: every dialect has its own. */
export interface XmlHandler {
  open(name: string, attributes: XmlAttributes): void;
  close?(name: string): void;
  /** Text and CDATA, whole between two marks. */
  text?(text: string): void;
  /** The target of a processing instruction. */
  instruction?(target: string): void;
}

export interface XmlOptions {
  /** Elements within elements; 100 unless said. */
  deepest?: number;
  /** Of one element; 200 unless said. */
  mostAttributes?: number;
  /** Characters without an element or a text that is done, as near as a piece; as many as there are unless said. */
  longestPiece?: number;
  /** Characters by names that documents use without declaring them. */
  characters?: Readonly<Record<string, string>>;
  /** Characters that XML forbids, and references to nothing, stay as they stand. */
  isLenient?: boolean;
}

const DECLARATION = /^\s*<\?xml\s[^>]{0,500}\?>/;
const LENIENT = /^(?:disallowed character|undefined entity|malformed character entity)\.$/;

/** A name without its prefix. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Attributes by their names without prefix; of two with one name the first. */
export function byLocalName(attributes: XmlAttributes): Record<string, string> {
  const own: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) own[localName(name)] ??= value;
  return own;
}

/**
 * Reads XML piece by piece and tells a handler. Entities are neither declared nor fetched: a document type with a part
 * of its own is refused, and the one that it names is not looked for.
 */
export class XmlReader {
  readonly #parser = new SaxesParser();
  readonly #options: Required<Pick<XmlOptions, 'deepest' | 'mostAttributes' | 'longestPiece' | 'isLenient'>>;
  #depth = 0;
  /** Since something was told. */
  #characters = 0;
  #isBegun = false;

  constructor(handler: XmlHandler, { characters = {}, ...options }: XmlOptions = {}) {
    this.#options = { deepest: 100, mostAttributes: 200, longestPiece: Number.POSITIVE_INFINITY, isLenient: false, ...options };
    Object.assign(this.#parser.ENTITIES, characters);
    this.#listen(handler);
  }

  /** Where it has come to, from 1. */
  get line(): number {
    return this.#parser.line;
  }

  /** @throws XmlError, and whatever the handler throws */
  write(piece: string): void {
    // what a declaration says is known already, and some programs write it wrong
    const declaration = this.#isBegun ? '' : (DECLARATION.exec(piece)?.[0] ?? '');
    this.#isBegun = true;
    if (declaration !== '') this.#parser.write(declaration.replace(/[^\n]/g, ''));
    this.#characters += piece.length;
    this.#parser.write(declaration === '' ? piece : piece.slice(declaration.length));
    if (this.#characters > this.#options.longestPiece) this.#refuse('too_large');
  }

  /** @throws XmlError for a document that stops in the middle */
  end(): void {
    this.#parser.close();
  }

  #refuse(problem: XmlError['problem'], message?: string): never {
    throw new XmlError(problem, this.line, message);
  }

  /** Of the parser's events no more than are needed: from the seventh on it is four times slower (saxes 6.0.0, measured). */
  #listen(handler: XmlHandler): void {
    const parser = this.#parser;
    const { deepest, mostAttributes, isLenient } = this.#options;
    const toldSomething = (): void => {
      this.#characters = 0;
    };
    parser.on('error', ({ message }) => {
      const words = message.replace(/^\d+:\d+: /, '');
      if (!isLenient || !LENIENT.test(words)) this.#refuse('malformed', words);
    });
    parser.on('doctype', (doctype) => {
      toldSomething();
      if (doctype.includes('[') || /<!ENTITY/i.test(doctype)) this.#refuse('entities');
    });
    parser.on('opentag', ({ name, attributes }) => {
      toldSomething();
      if (this.#depth >= deepest) this.#refuse('too_deep');
      let count = 0;
      for (const _ in attributes) if (++count > mostAttributes) this.#refuse('too_large');
      this.#depth += 1;
      handler.open(localName(name), attributes);
    });
    parser.on('closetag', ({ name }) => {
      toldSomething();
      this.#depth -= 1;
      handler.close?.(localName(name));
    });
    const tell = (said: string): void => {
      toldSomething();
      if (this.#depth > 0) handler.text?.(said);
    };
    parser.on('text', tell);
    parser.on('cdata', tell);
    if (handler.instruction) parser.on('processinginstruction', ({ target }) => handler.instruction?.(target));
  }
}

/** Declarations and comments before the root. */
const MOST_HEAD_CHARACTERS = 64 * 1024;

/** What the root of a document is called, however wrong the rest is; '' where there is none among its first characters. */
export function rootNameOf(text: string): string {
  let root = '';
  const parser = new SaxesParser();
  parser.on('error', () => undefined);
  parser.on('opentagstart', ({ name }) => {
    root ||= localName(name);
  });
  const head = text.slice(0, MOST_HEAD_CHARACTERS).replace(DECLARATION, '');
  for (let at = 0; at < head.length && root === ''; at += 1024) parser.write(head.slice(at, at + 1024));
  return root;
}
