import { Alphabet, type Glyph } from './alphabet.ts';
import { isWholeEntry } from './boundaries.ts';
import { GROUP, KIND } from './characters.ts';
import { type EntryPath, toEntryPath } from './entry-path.ts';
import { BENT, type Evidence, isConvincing, maskedIn, SMALL_L, tornIn } from './evidence.ts';
import { type Line, readLine } from './line.ts';
import { findSpelledRows, type SpelledRow } from './spelled.ts';
import { Trie } from './trie.ts';
import { Walk } from './walk.ts';

/** A word or phrase of the lists. */
export interface CensorshipEntry {
  id: number;
  name: string;
  levelId: number;
  replaceWith: string;
}

/** A match of an entry in a text, in any spelling. Offsets in UTF-16 code units. */
export interface CensorshipMatch {
  start: number;
  end: number;
  entry: CensorshipEntry;
}

export interface MatchScope {
  /** The levels in force, or null for every level of the matcher. */
  levels?: ReadonlySet<number> | null;
  /** The names of the people involved, as they are written. They do not match listed words. */
  names?: ReadonlySet<string>;
  /** True for a formula, in which letters are quantities: only plain words of four letters and more count. */
  isFormula?: boolean;
}

interface Listed {
  path: EntryPath;
  /** Entries that read the same, in the order of their ids. */
  entries: CensorshipEntry[];
}

const ZERO_WIDTH_JOINER = '\u200D';
const PICTURE_ENDING = /[\uFE0E\uFE0F]|[\u{1F3FB}-\u{1F3FF}]/uy;

/**
 * Finds listed words in texts. It is created once per version of the lists (some 50 ms for ten thousand words); after
 * that, the time is linear in the length of the text, regardless of its content and of the length of the list. It finds
 * whole words in any case, with letters replaced by digits, signs, accented letters and lookalikes of other scripts,
 * repeated, separated, masked or spelled out, and in their plural; other inflections need entries of their own.
 * docs/censorship.md lists what is and is not found, and the measurements.
 */
export class CensorshipMatcher {
  readonly #alphabet = new Alphabet();
  readonly #trie = new Trie();
  readonly #listed: Listed[] = [];
  readonly #walk: Walk;
  #line: Line | SpelledRow = { glyphs: [], starts: [], ends: [] };
  #text = '';
  #scope: MatchScope = {};
  #found: CensorshipMatch[] = [];

  constructor(entries: readonly CensorshipEntry[]) {
    for (const entry of [...entries].sort((left, right) => left.id - right.id)) this.#list(entry);
    this.#walk = new Walk(this.#trie, this.#alphabet, (end, from, to, evidence) => this.#consider(this.#listed[end] as Listed, from, to, evidence));
  }

  /**
   * Returns the leftmost matches, the longest of those with the same start, without overlaps, in the order of the text.
   */
  find(text: string, scope: MatchScope = {}): CensorshipMatch[] {
    if (this.#listed.length === 0 || text === '') return [];
    this.#text = text;
    this.#scope = scope;
    this.#found = [];
    const line = readLine(text, this.#alphabet);
    this.#search(line);
    if (!scope.isFormula) for (const row of findSpelledRows(line)) this.#searchSpelled(row);
    return withoutOverlaps(this.#found);
  }

  #list(entry: CensorshipEntry): void {
    for (const name of new Set([entry.name, entry.name.replace(/[ßẞ]/g, 'ss')])) {
      const path = toEntryPath(name, this.#alphabet);
      if (!path) continue;
      const node = this.#trie.add(path.steps);
      const known = this.#listed[this.#trie.end(node)];
      if (known) known.entries.push(entry);
      else this.#trie.setEnd(node, this.#listed.push({ path, entries: [entry] }) - 1);
    }
  }

  #search(line: Line): void {
    this.#line = line;
    this.#walk.begin(line, false);
    for (let at = 0; at < line.glyphs.length; at += 1) if (canBegin(line.glyphs[at] as Glyph, line.glyphs[at - 1])) this.#walk.from(at);
  }

  #searchSpelled(row: SpelledRow): void {
    this.#line = row;
    this.#walk.begin(row, true);
    for (const begin of row.wordBegins) this.#walk.from(begin);
  }

  #consider(listed: Listed, from: number, to: number, evidence: Evidence): void {
    if ('wordEnds' in this.#line) {
      const { letterCount } = listed.path;
      const { wordEnds, isPlainlySeparated } = this.#line;
      if (wordEnds.includes(to) && letterCount > 2 && isConvincing(listed.path, evidence) && (letterCount > 3 || isPlainlySeparated))
        this.#add(listed, from, to);
      return;
    }
    if ((evidence & SMALL_L) !== 0 && !isWithoutVowel(this.#line, from, to)) return;
    if (maskedIn(evidence) > 0 && isProduct(this.#line, from, to)) return;
    if (!isConvincing(listed.path, evidence) || (this.#scope.isFormula && !isPlainWord(listed.path, evidence))) return;
    for (const end of this.#endsOf(listed.path, to)) {
      if (isWholeEntry(this.#line, listed.path, { from, to: end, isTornApart: tornIn(evidence) > 0 })) return this.#add(listed, from, end);
    }
  }

  /** Returns the ends of a word and of its plural. */
  #endsOf({ plural }: EntryPath, to: number): number[] {
    if (plural === '') return [to];
    const isS = (at: number): boolean => ['s', 'z', '$'].includes(this.#line.glyphs[at]?.itself ?? '');
    if (plural === 'es') return this.#line.glyphs[to]?.itself === 'e' && isS(to + 1) ? [to, to + 2] : [to];
    return isS(to) ? [to, to + 1] : [to];
  }

  #add({ path, entries }: Listed, from: number, to: number): void {
    const { levels, names } = this.#scope;
    const entry = levels ? entries.find(({ levelId }) => levels.has(levelId)) : entries[0];
    if (!entry) return;
    const start = this.#line.starts[from] as number;
    let end = this.#line.ends[to - 1] as number;
    if (path.style === 'picture') {
      end = endOfPicture(this.#text, end);
      if (this.#text[start - 1] === ZERO_WIDTH_JOINER || this.#text[end] === ZERO_WIDTH_JOINER) return;
    }
    if (names?.has(this.#text.slice(start, end))) return;
    this.#found.push({ start, end, entry });
  }
}

/**
 * Returns true when there is no other vowel ("shlt"), so that a small L may be read as an I: "flight" is not "fight".
 */
function isWithoutVowel({ glyphs }: Line, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (glyphs[at]?.isVowel) return false;
  return true;
}

/**
 * Returns true for single letters that alternate with signs. They are multiplied quantities ("p*n*s"), not a word with
 * hidden vowels.
 */
function isProduct({ glyphs }: Line, from: number, to: number): boolean {
  for (let at = from + 1; at < to; at += 1) if (glyphs[at]?.isWordly === glyphs[at - 1]?.isWordly) return false;
  return true;
}

function isPlainWord({ letterCount }: EntryPath, evidence: Evidence): boolean {
  return letterCount > 3 && (evidence & BENT) === 0 && maskedIn(evidence) + tornIn(evidence) === 0;
}

/**
 * Returns true when a match may begin here: not in the middle of a word or of a row of signs; scripts without spaces
 * and pictures have no middle.
 */
function canBegin(glyph: Glyph, before: Glyph | undefined): boolean {
  if (before === undefined || !glyph.isWordly) return glyph.kind !== KIND.space;
  if (glyph.kind !== KIND.letter) return !before.isWordly;
  return before.kind !== KIND.letter || before.group !== glyph.group || glyph.group >= GROUP.han;
}

/** Returns the end of a picture, including its skin color and form. */
function endOfPicture(text: string, end: number): number {
  PICTURE_ENDING.lastIndex = end;
  return PICTURE_ENDING.test(text) ? endOfPicture(text, PICTURE_ENDING.lastIndex) : end;
}

function withoutOverlaps(found: CensorshipMatch[]): CensorshipMatch[] {
  found.sort((left, right) => left.start - right.start || right.end - left.end || left.entry.id - right.entry.id);
  let end = 0;
  return found.filter((match) => {
    if (match.start < end) return false;
    end = match.end;
    return true;
  });
}
