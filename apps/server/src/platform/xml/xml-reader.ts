import { skipBlanks, skipName, tableOf } from './names.ts';
import { decodeReferences, FORBIDDEN, type NamedCharacters } from './references.ts';
import { XmlError } from './xml-error.ts';

/** Values by names as they are written, with their prefix. */
export type XmlAttributes = Readonly<Record<string, string>>;

/** Receives the content of a document in its order. Names of elements have no prefix: every dialect has its own. */
export interface XmlHandler {
  open(name: string, attributes: XmlAttributes): void;
  close?(name: string): void;
  /** Text and CDATA, complete between two tags. */
  text?(text: string): void;
  /** The target of a processing instruction. */
  instruction?(target: string): void;
}

export interface XmlOptions {
  /** The maximum depth of elements. The default is 100. */
  deepest?: number;
  /** The maximum number of attributes of an element. The default is 200. */
  mostAttributes?: number;
  /** The maximum number of characters of one text, tag or comment, to the nearest piece. The default is no limit. */
  longestPiece?: number;
  /** Characters by names that documents use without declaring them. */
  characters?: NamedCharacters;
  /** True to keep forbidden characters, and unknown references, unchanged. */
  isLenient?: boolean;
}

/** The maximum length of a tag's names and the blanks between them. */
const LONGEST_NAME = 10_000;
const Attributes = makeBag();
const NO_ATTRIBUTES: XmlAttributes = Object.freeze(new Attributes());

/** The special characters in values of attributes. */
const isSpecial = tableOf('\t\n&<');
const LESS = 0x3c;
const GREATER = 0x3e;
const SLASH = 0x2f;
const EQUALS = 0x3d;
const DOUBLE = 0x22;

/** Makes an object that can hold any name, even `__proto__`, and inherits none. `Object.create(null)` is slower. */
function makeBag(): new () => Record<string, string> {
  const Bag = function () {} as unknown as new () => Record<string, string>;
  Bag.prototype = Object.freeze(Object.create(null));
  return Bag;
}

/** Returns a name without its prefix. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Returns attributes by their names without prefix; of two with one name the first. */
export function byLocalName(attributes: XmlAttributes): Record<string, string> {
  const own: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) own[localName(name)] ??= value;
  return own;
}

/**
 * Reads XML piece by piece and calls a handler. Entities are neither declared nor fetched: a document type with an
 * internal part is refused, and an external one is not read.
 *
 * Invariants: malformed documents are refused. Every character is processed a fixed number of times, however the pieces
 * are cut. At most one unfinished text, tag or comment is held.
 */
export class XmlReader {
  readonly #handler: XmlHandler;
  readonly #options: Required<XmlOptions>;
  /** The text to read once the awaited mark has arrived. It is joined only then. */
  #rest = '';
  /** The mark that the next piece must contain; '' for any. */
  #awaited = '';
  /** Its last characters, which may form the mark together with the next piece. */
  #tail = '';
  /** Half of a character, or of a line's end. */
  #half = '';
  /** Names of open elements as they are written. */
  readonly #open: string[] = [];
  /** The tag in progress: its name as written, and the part already read. */
  #tag: string | null = null;
  #attributes: Record<string, string> | null = null;
  #attributeCount = 0;
  #tagCharacters = 0;
  #hasRoot = false;
  #hasType = false;
  #isBegun = false;
  /** The current text, the position in it, and the position up to which lines are counted. */
  #text = '';
  #at = 0;
  #counted = 0;
  #line = 1;

  constructor(handler: XmlHandler, options: XmlOptions = {}) {
    this.#handler = handler;
    this.#options = { deepest: 100, mostAttributes: 200, longestPiece: Number.POSITIVE_INFINITY, characters: {}, isLenient: false, ...options };
  }

  /** The current line, from 1. */
  get line(): number {
    this.#countLines();
    return this.#line;
  }

  /** Reads a piece. @throws XmlError, and errors of the handler */
  write(piece: string): void {
    let text = this.#half + piece;
    if (!this.#isBegun && text !== '') {
      if (text.startsWith('\ufeff')) text = text.slice(1);
      this.#isBegun = true;
    }
    const last = text.charCodeAt(text.length - 1);
    this.#half = last === 0x0d || (last >= 0xd800 && last <= 0xdbff) ? text.slice(-1) : '';
    if (this.#half !== '') text = text.slice(0, -1);
    this.#read(text);
  }

  /** Ends the document. @throws XmlError when it stops in the middle */
  end(): void {
    this.#read(this.#half);
    if (this.#rest !== '' && !(this.#open.length === 0 && isBlank(this.#rest))) this.#refuse('malformed', 'unfinished');
    if (this.#tag !== null || this.#open.length > 0 || !this.#hasRoot) this.#refuse('malformed', 'unfinished');
  }

  #countLines(): void {
    const read = this.#text.slice(this.#counted, this.#at);
    for (let at = read.indexOf('\n'); at >= 0; at = read.indexOf('\n', at + 1)) this.#line += 1;
    this.#counted = this.#at;
  }

  #refuse(problem: XmlError['problem'], message?: string): never {
    throw new XmlError(problem, this.line, message);
  }

  #read(piece: string): void {
    const forbidden = this.#options.isLenient ? -1 : piece.search(FORBIDDEN);
    if (forbidden >= 0) {
      this.#read(piece.slice(0, forbidden));
      this.#refuse('malformed', 'disallowed character');
    }
    const said = piece.includes('\r') ? piece.replace(/\r\n?/g, '\n') : piece;
    const isReady = (this.#tail + said).includes(this.#awaited);
    this.#rest += said;
    this.#tail = (this.#tail + said.slice(-2)).slice(-2);
    if (isReady) this.#readOn();
    if (this.#rest.length + (this.#tag === null ? 0 : this.#tagCharacters) > this.#options.longestPiece) this.#refuse('too_large');
  }

  #readOn(): void {
    this.#text = this.#rest;
    this.#awaited = '';
    let isWhole = true;
    while (isWhole && this.#at < this.#text.length)
      if (this.#tag !== null) isWhole = this.#restOfTag();
      else isWhole = this.#text.charCodeAt(this.#at) === LESS ? this.#markup() : this.#characters();
    this.#countLines();
    this.#rest = this.#text.slice(this.#at);
    this.#text = '';
    this.#at = this.#counted = 0;
  }

  /** Each part returns true when it was complete. If not, nothing of it is read. */
  #await(mark: string): false {
    this.#awaited = mark;
    return false;
  }

  #characters(): boolean {
    const text = this.#text;
    const end = text.indexOf('<', this.#at);
    if (end < 0) return this.#await('<');
    const said = text.slice(this.#at, end);
    this.#at = end;
    if (this.#open.length === 0) {
      if (!isBlank(said)) this.#refuse('malformed', 'text outside of the root');
    } else {
      if (said.includes(']]>')) this.#refuse('malformed', ']]> in text');
      this.#handler.text?.(this.#decode(said));
    }
    return true;
  }

  #decode(text: string): string {
    if (!text.includes('&')) return text;
    const decoded = decodeReferences(text, this.#options);
    return decoded ?? this.#refuse('malformed', 'malformed reference');
  }

  #markup(): boolean {
    const text = this.#text;
    const second = text.charCodeAt(this.#at + 1);
    if (Number.isNaN(second)) return this.#await('');
    if (second === SLASH) return this.#closeTag();
    if (second === 0x21) return this.#declaration();
    return second === 0x3f ? this.#instruction() : this.#openTag();
  }

  #closeTag(): boolean {
    const text = this.#text;
    const name = this.#open.at(-1);
    let end = this.#at + 2 + (name?.length ?? 0);
    if (text.length <= end) {
      if (text.indexOf('>', this.#at) >= 0) this.#refuse('malformed', 'unexpected close tag');
      return this.#await('');
    }
    if (name === undefined || !text.startsWith(name, this.#at + 2)) this.#refuse('malformed', 'unexpected close tag');
    end = skipBlanks(text, end);
    if (end === text.length) return this.#unfinishedTag(this.#at);
    if (text.charCodeAt(end) !== GREATER) this.#refuse('malformed', 'unexpected close tag');
    this.#at = end + 1;
    this.#open.pop();
    this.#handler.close?.(localName(name));
    return true;
  }

  #openTag(): boolean {
    const from = this.#at + 1;
    const end = skipName(this.#text, from);
    if (end === this.#text.length) return this.#unfinishedTag(this.#at);
    if (end === from) this.#refuse('malformed', 'disallowed character in a tag');
    this.#tag = this.#text.slice(from, end);
    this.#attributes = null;
    this.#attributeCount = this.#tagCharacters = 0;
    this.#at = end;
    return this.#restOfTag();
  }

  /** Reads attributes, each as soon as it is complete, and the end of the tag. */
  #restOfTag(): boolean {
    const text = this.#text;
    for (let at = this.#at; ; ) {
      const start = skipBlanks(text, at);
      const code = text.charCodeAt(start);
      if (code === GREATER) return this.#opened(start + 1, false);
      if (code === SLASH && text.charCodeAt(start + 1) === GREATER) return this.#opened(start + 2, true);
      const end = skipName(text, start);
      const equals = skipBlanks(text, end);
      const open = skipBlanks(text, equals + 1);
      if (start + 1 >= text.length || (open >= text.length && code !== SLASH)) return this.#unfinishedTag(at);
      const quote = text.charCodeAt(open) === DOUBLE ? '"' : "'";
      const isAttribute = start > at && end > start && text.charCodeAt(equals) === EQUALS && text[open] === quote;
      if (!isAttribute) this.#refuse('malformed', 'malformed attribute');
      const close = text.indexOf(quote, open + 1);
      if (close < 0) return this.#unfinishedTag(at, quote);
      this.#keepAttribute(text.slice(start, end), this.#attributeValue(open + 1, close));
      at = close + 1;
    }
  }

  /** Outside quotes no tag needs so many characters that reading them repeatedly would be costly. */
  #unfinishedTag(at: number, quote = ''): false {
    if (quote === '' && this.#text.length - at > LONGEST_NAME) this.#refuse('too_large');
    if (this.#tag !== null) {
      this.#tagCharacters += at - this.#at;
      this.#at = at;
    }
    return this.#await(quote);
  }

  #keepAttribute(name: string, value: string): void {
    this.#attributes ??= new Attributes();
    if (this.#attributes[name] !== undefined) this.#refuse('malformed', `duplicate attribute: ${name}`);
    this.#attributeCount += 1;
    if (this.#attributeCount > this.#options.mostAttributes) this.#refuse('too_large');
    this.#attributes[name] = value;
  }

  #attributeValue(from: number, to: number): string {
    const value = this.#text.slice(from, to);
    for (let at = from; at < to; at += 1) if (isSpecial[this.#text.charCodeAt(at)] === 1) return this.#specialValue(value);
    return value;
  }

  #specialValue(value: string): string {
    if (!this.#options.isLenient && value.includes('<')) this.#refuse('malformed', 'disallowed character');
    return this.#decode(value.replace(/[\t\n]/g, ' '));
  }

  #opened(end: number, isEmpty: boolean): true {
    const name = this.#tag as string;
    this.#tag = null;
    this.#at = end;
    if (this.#open.length === 0 && this.#hasRoot) this.#refuse('malformed', 'more than one root');
    if (this.#open.length >= this.#options.deepest) this.#refuse('too_deep');
    this.#hasRoot = true;
    const local = localName(name);
    this.#handler.open(local, this.#attributes ?? NO_ATTRIBUTES);
    if (isEmpty) this.#handler.close?.(local);
    else this.#open.push(name);
    return true;
  }

  #declaration(): boolean {
    const text = this.#text;
    const at = this.#at;
    if (text.startsWith('<!--', at)) {
      const end = text.indexOf('--', at + 4);
      if (end < 0 || end + 2 === text.length) return this.#await(end < 0 ? '--' : '');
      if (text.charCodeAt(end + 2) !== GREATER) this.#refuse('malformed', 'malformed comment');
      this.#at = end + 3;
      return true;
    }
    if (text.startsWith('<![CDATA[', at)) {
      if (this.#open.length === 0) this.#refuse('malformed', 'text outside of the root');
      const end = text.indexOf(']]>', at + 9);
      if (end < 0) return this.#await(']]>');
      this.#at = end + 3;
      if (end > at + 9) this.#handler.text?.(text.slice(at + 9, end));
      return true;
    }
    if (/^<!DOCTYPE[\s[>]/.test(text.slice(at, at + 10))) return this.#documentType();
    if ('<!--'.startsWith(text.slice(at)) || '<![CDATA['.startsWith(text.slice(at)) || '<!DOCTYPE'.startsWith(text.slice(at))) return this.#await('');
    return this.#refuse('malformed', 'disallowed character');
  }

  #documentType(): boolean {
    const [said] = /^(?:"[^"]*"|'[^']*'|[^"'>[])*/.exec(this.#text.slice(this.#at, this.#at + LONGEST_NAME)) as RegExpExecArray;
    if (this.#hasType || this.#hasRoot) this.#refuse('malformed', 'inappropriately located document type');
    const end = this.#at + said.length;
    const mark = this.#text[end];
    if (mark === '[') this.#refuse('entities');
    if (mark !== '>') {
      if (this.#text.length - this.#at >= LONGEST_NAME) this.#refuse('too_large');
      return this.#await('');
    }
    this.#hasType = true;
    this.#at = end + 1;
    return true;
  }

  #instruction(): boolean {
    const text = this.#text;
    const end = text.indexOf('?>', this.#at + 2);
    if (end < 0) return this.#await('?>');
    const target = text.slice(this.#at + 2, skipName(text, this.#at + 2));
    const after = this.#at + 2 + target.length;
    if (target === '' || (after !== end && skipBlanks(text, after) === after)) this.#refuse('malformed', 'malformed instruction');
    this.#at = end + 2;
    const isDeclaration = target.toLowerCase() === 'xml';
    if (isDeclaration && (this.#hasRoot || this.#hasType)) this.#refuse('malformed', 'inappropriately located declaration');
    // The content of a declaration is known already, and some programs write it wrong.
    if (!isDeclaration) this.#handler.instruction?.(target);
    return true;
  }
}

/** The maximum size of declarations and comments before the root. */
const MOST_HEAD_CHARACTERS = 64 * 1024;

/**
 * Returns the name of a document's root, even when the rest is malformed; '' when its first characters contain none.
 */
export function rootNameOf(text: string): string {
  const head = text.slice(0, MOST_HEAD_CHARACTERS);
  for (let at = head.indexOf('<'); at >= 0; at = head.indexOf('<', at + 1)) {
    const end = skipName(head, at + 1);
    if (end > at + 1) return localName(head.slice(at + 1, end));
    const [, mark] = SKIPPED.find(([start]) => head.startsWith(start, at)) ?? [];
    if (mark !== undefined) at = head.indexOf(mark, at);
    if (at < 0) return '';
  }
  return '';
}
/** Constructs that may contain tags but are none, with their ends. */
const SKIPPED = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<!DOCTYPE', '>'],
] as const;

const isBlank = (text: string): boolean => !/[^ \t\n]/.test(text);
