import { type Alphabet, EDGE, type Glyph } from './alphabet.ts';
import { GROUP, KIND, MASK } from './characters.ts';
import {
  BENT,
  DOUBLED,
  type Evidence,
  isRunRead,
  isVowel,
  MASKED,
  maskedIn,
  MAX_MASKED,
  MAX_TORN,
  PLAIN,
  plus,
  SMALL_L,
  STRETCHED,
  TORN,
  tornIn,
} from './evidence.ts';
import type { Line } from './line.ts';
import { Trie } from './trie.ts';

/** Called for each path from the start to an entry's end, before glyph `to`. */
export type OnEnd = (end: number, from: number, to: number, evidence: Evidence) => void;

/** The maximum number of steps from one position, so that the time is linear in the length of any text. */
const MOST_STEPS = 150;
/** The maximum number of changes of character in one run of a letter ("1l1l1l"). */
const MOST_CHANGES = 4;
const LONGEST_GAP = 3;

/**
 * Walks the trie along a line with every reading of every glyph: letters repeated, changed, masked, separated. A match
 * may still be part of a longer word; the caller checks the surrounding characters.
 */
export class Walk {
  readonly #trie: Trie;
  readonly #alphabet: Alphabet;
  readonly #onEnd: OnEnd;
  #glyphs: readonly Glyph[] = [];
  /** The end of the run of the same glyph, by position. */
  #sameUntil = new Int32Array(0);
  #from = 0;
  #stepsLeft = 0;
  #isSpelledOut = false;

  constructor(trie: Trie, alphabet: Alphabet, onEnd: OnEnd) {
    this.#trie = trie;
    this.#alphabet = alphabet;
    this.#onEnd = onEnd;
  }

  /**
   * Starts a line. `isSpelledOut`: its single letters had separators that were removed, so nothing else may be between
   * them.
   */
  begin({ glyphs }: Line, isSpelledOut: boolean): void {
    this.#glyphs = glyphs;
    this.#isSpelledOut = isSpelledOut;
    const sameUntil = new Int32Array(glyphs.length);
    for (let at = glyphs.length - 1; at >= 0; at -= 1) sameUntil[at] = glyphs[at] === glyphs[at + 1] ? (sameUntil[at + 1] as number) : at + 1;
    this.#sameUntil = sameUntil;
  }

  from(start: number): void {
    this.#from = start;
    this.#stepsLeft = MOST_STEPS;
    this.#letters(Trie.ROOT, start, this.#glyphs[start] as Glyph, PLAIN);
  }

  #step(node: number, at: number, evidence: Evidence): void {
    this.#stepsLeft -= 1;
    if (this.#stepsLeft < 0) return;
    const end = this.#trie.end(node);
    if (end >= 0) this.#onEnd(end, this.#from, at, evidence);
    const glyph = this.#glyphs[at];
    if (glyph === undefined || this.#trie.firstChild(node) < 0) return;
    this.#letters(node, at, glyph, evidence);
    if (this.#isSpelledOut || glyph.kind >= KIND.digit) return;
    this.#gap(node, at, glyph, evidence);
    if (glyph.isJoiner) this.#joiner(node, at, glyph, evidence);
    if (glyph.mask !== MASK.nothing) this.#mask(node, at, glyph, evidence);
  }

  #letters(node: number, at: number, { ids, evidence: readings, isWordly }: Glyph, evidence: Evidence): void {
    // At the beginning of a word a sign is only itself: "(um" is not "cum".
    const isItselfOnly = node === Trie.ROOT && !isWordly;
    for (let reading = 0; reading < ids.length; reading += 1) {
      if (isItselfOnly && ((readings[reading] as number) & BENT) !== 0) continue;
      const id = ids[reading] as number;
      const child = this.#trie.child(node, id);
      if (child >= 0) this.#run(child, id, at, evidence);
    }
  }

  /** Reads a repeated letter as often as the list has it. `child`: the node after the first. */
  #run(child: number, id: number, at: number, evidence: Evidence): void {
    // Scripts without spaces repeat nothing.
    let to = (this.#glyphs[at] as Glyph).group >= GROUP.han ? at + 1 : (this.#sameUntil[at] as number);
    this.#runTo(to, child, id, at, evidence);
    // Another character for the same letter may also be the next letter: "iil" is "il", and "ii".
    for (let changes = 0; changes < MOST_CHANGES && this.#glyphs[to]?.ids.includes(id); changes += 1) {
      to = this.#sameUntil[to] as number;
      this.#runTo(to, child, id, at, evidence);
    }
  }

  #runTo(to: number, child: number, id: number, at: number, evidence: Evidence): void {
    const written = to - at;
    const next = this.#glyphs[to];
    const place = { isFirst: at === this.#from, isLast: next?.kind !== KIND.letter, nextIsVowel: next !== undefined && (next.isVowel || next.itself === 'y') };
    let node = child;
    let read = evidence;
    for (let listed = 1; node >= 0 && listed <= written; listed += 1) {
      read = plus(read, this.#read(id, at + listed - 1));
      if (listed === written) this.#step(node, to, read);
      else if (isRunRead(this.#alphabet.letter(id), written, listed, place)) this.#step(node, to, read | this.#stretch(id, at, to));
      // The same character twice may be two letters: "11" is "il" as well.
      if (listed < written && this.#glyphs[at + listed] === this.#glyphs[at + listed - 1] && (this.#glyphs[at + listed] as Glyph).ids.length > 1)
        this.#step(node, at + listed, read);
      node = this.#trie.child(node, id);
    }
  }

  #stretch(id: number, from: number, to: number): Evidence {
    let evidence = STRETCHED | (to - from === 2 ? DOUBLED : 0);
    for (let at = from; at < to; at = this.#sameUntil[at] as number) evidence |= this.#read(id, at) & SMALL_L;
    return evidence;
  }

  #read(id: number, at: number): Evidence {
    const { ids, evidence } = this.#glyphs[at] as Glyph;
    return evidence[ids.indexOf(id)] as number;
  }

  /** Reads a gap between the words of an entry: any space or joiner, up to three of them. */
  #gap(node: number, at: number, glyph: Glyph, evidence: Evidence): void {
    const gap = this.#trie.child(node, EDGE.gap);
    if (gap >= 0) {
      let to = at;
      while (to - at < LONGEST_GAP && isBetweenWords(this.#glyphs[to])) to += 1;
      if (to > at) this.#step(gap, to, evidence);
    }
    const hyphen = glyph.isJoiner ? this.#trie.child(node, EDGE.hyphen) : -1;
    if (hyphen >= 0) this.#step(hyphen, at + 1, evidence);
  }

  /** Reads one joiner between two letters, except a period without a space after it ("pen.Is"). */
  #joiner(node: number, at: number, { itself }: Glyph, evidence: Evidence): void {
    const [before, after] = [this.#glyphs[at - 1], this.#glyphs[at + 1]];
    if (!before?.isWordly || !after?.isWordly || tornIn(evidence) >= MAX_TORN) return;
    if (itself === '.' && after.isUpperCase && !before.isUpperCase) return;
    this.#step(node, at + 1, plus(evidence, TORN));
  }

  /**
   * Reads a sign in the middle of a word as a hidden letter: any letter for an asterisk or a row of signs, a vowel for
   * other signs.
   */
  #mask(node: number, at: number, glyph: Glyph, evidence: Evidence): void {
    if (node === Trie.ROOT || maskedIn(evidence) >= MAX_MASKED || !this.#isInsideWord(at)) return;
    const next = this.#glyphs[at + 1] as Glyph;
    const mask = next === glyph || this.#glyphs[at - 1] === glyph ? MASK.letter : glyph.mask;
    const masked = plus(evidence, glyph.isJoiner && mask === MASK.vowel ? 2 * MASKED : MASKED);
    for (let child = this.#trie.firstChild(node); child >= 0; child = this.#trie.nextSibling(child)) {
      if (next.isWordly && !this.#leadsOn(child, next)) continue;
      const letter = this.#alphabet.letter(this.#trie.label(child));
      if (mask === MASK.letter ? letter !== '' : isVowel(letter)) this.#step(child, at + 1, masked);
    }
  }

  #leadsOn(node: number, { ids }: Glyph): boolean {
    for (let reading = 0; reading < ids.length; reading += 1) if (this.#trie.child(node, ids[reading] as number) >= 0) return true;
    return false;
  }

  /** Returns true when a letter follows, with nothing but masks before it. */
  #isInsideWord(at: number): boolean {
    for (let next = at + 1; next <= at + MAX_MASKED; next += 1) {
      const glyph = this.#glyphs[next];
      if (!glyph || (!glyph.isWordly && glyph.mask === MASK.nothing)) return false;
      if (glyph.isWordly) return true;
    }
    return false;
  }
}

function isBetweenWords(glyph: Glyph | undefined): boolean {
  return glyph !== undefined && (glyph.kind === KIND.space || glyph.isJoiner || glyph.itself === ',' || glyph.itself === '/');
}
