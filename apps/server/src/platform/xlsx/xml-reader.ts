import { SpreadsheetError } from './spreadsheet-error.ts';

/** What a document says, in its order. Names come without prefix: every dialect of the format has its own. */
export interface XmlHandler {
  open(name: string, tag: XmlTag): void;
  close(name: string): void;
  text(text: string): void;
}

/** Longest stretch without markup; Excel's cells hold 32,767 characters. */
const LONGEST_PIECE = 1_000_000;
/** Longest tag: a cell's has some fifty characters, that of the workbook some thousand. */
const LONGEST_TAG = 65_536;
const DEEPEST = 100;

/**
 * Reads XML piece by piece and tells a handler. Knows what spreadsheets need: elements, attributes, text, CDATA,
 * character references. A document type is refused, so no entity can expand or fetch anything.
 */
export class XmlReader {
  readonly #handler: XmlHandler;
  #rest = '';
  #depth = 0;

  constructor(handler: XmlHandler) {
    this.#handler = handler;
  }

  /** @throws SpreadsheetError for what is not well formed or too large. */
  write(piece: string): void {
    const text = this.#rest + piece;
    let at = 0;
    while (at < text.length) {
      const next = text[at] === '<' ? this.#markup(text, at) : this.#characters(text, at);
      if (next < 0) break;
      at = next;
    }
    this.#rest = text.slice(at);
    if (this.#rest.length > LONGEST_PIECE) throw new SpreadsheetError('too_large');
  }

  /** @throws SpreadsheetError when the document stops in the middle. */
  end(): void {
    if (this.#depth !== 0 || this.#rest.trim() !== '') throw new SpreadsheetError('broken');
  }

  #characters(text: string, at: number): number {
    const end = text.indexOf('<', at);
    if (end < 0) return -1;
    if (this.#depth > 0) this.#handler.text(decodeReferences(text.slice(at, end)));
    return end;
  }

  /** Answers where to go on, or -1 when the markup is not all there yet. */
  #markup(text: string, at: number): number {
    const second = text[at + 1];
    if (second === '!' || second === '?') return this.#special(text, at);
    const end = findTagEnd(text, at);
    if ((end < 0 ? text.length : end) - at > LONGEST_TAG) throw new SpreadsheetError('too_large');
    if (end < 0) return -1;
    if (second === '/') {
      this.#depth -= 1;
      if (this.#depth < 0) throw new SpreadsheetError('broken');
      this.#handler.close(localName(text, at + 2, end));
      return end + 1;
    }
    const isEmpty = text[end - 1] === '/';
    const name = localName(text, at + 1, isEmpty ? end - 1 : end);
    if (name === '') throw new SpreadsheetError('broken');
    if (this.#depth >= DEEPEST) throw new SpreadsheetError('too_large');
    this.#handler.open(name, new XmlTag(text.slice(at, end)));
    if (isEmpty) this.#handler.close(name);
    else this.#depth += 1;
    return end + 1;
  }

  #special(text: string, at: number): number {
    if (text.length < at + 9) return -1;
    if (text.startsWith('<!--', at)) return after(text, '-->', at + 4);
    if (text.startsWith('<?', at)) return after(text, '?>', at + 2);
    if (!text.startsWith('<![CDATA[', at)) throw new SpreadsheetError('broken'); // a document type, or nothing at all
    const next = after(text, ']]>', at + 9);
    if (next >= 0 && this.#depth > 0) this.#handler.text(text.slice(at + 9, next - 3));
    return next;
  }
}

/** An opening tag. Attributes are looked for when somebody asks. */
export class XmlTag {
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  /** The value of an attribute by its name without prefix; null where it is not there. */
  get(name: string): string | null {
    const source = this.#source;
    for (let at = source.indexOf(name); at >= 0; at = source.indexOf(name, at + 1)) {
      const before = source.charCodeAt(at - 1);
      if (before !== 0x3a && before > 0x20) continue; // neither after a prefix nor after a space
      const value = /^\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(source.slice(at + name.length, at + name.length + 4000));
      if (value) return decodeReferences(value[1] ?? value[2] ?? '');
    }
    return null;
  }
}

const after = (text: string, mark: string, from: number): number => {
  const at = text.indexOf(mark, from);
  return at < 0 ? -1 : at + mark.length;
};

/** The `>` that ends a tag, one inside quotes does not; -1 when it is not all there. Looks at each character once. */
function findTagEnd(text: string, at: number): number {
  let quote = 0;
  const most = Math.min(text.length, at + LONGEST_TAG + 1);
  for (let index = at; index < most; index += 1) {
    const code = text.charCodeAt(index);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === GREATER) return index;
    else if (code === DOUBLE || code === SINGLE) quote = code;
  }
  return -1;
}

const GREATER = 0x3e;
const DOUBLE = 0x22;
const SINGLE = 0x27;

function localName(text: string, from: number, to: number): string {
  let start = from;
  let end = from;
  for (; end < to; end += 1) {
    const code = text.charCodeAt(end);
    if (code === 0x3a) start = end + 1;
    else if (code <= 0x20) break;
  }
  return text.slice(start, end);
}

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,4});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return NAMED[name] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '\ufffd' : String.fromCodePoint(code);
  });
}
