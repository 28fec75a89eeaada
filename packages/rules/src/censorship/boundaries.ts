import { GROUP, KIND } from './characters.ts';
import type { EntryPath } from './entry-path.ts';
import type { Line } from './line.ts';

/** A part of a line that reads as an entry. `to` is the glyph after it. */
export interface Stretch {
  from: number;
  to: number;
  isTornApart: boolean;
}

const SHORTEST_BESIDE_DIGITS = 4;
/** Digits that are a separate number after a word; other digits may replace its last letter ("hell0"). */
const NEVER_A_VOWEL = '256789';

/**
 * Returns true when the boundaries fit the entry: words match whole words only, others must not cut a character in two.
 */
export function isWholeEntry(line: Line, path: EntryPath, stretch: Stretch): boolean {
  const { glyphs, starts } = line;
  const { from, to } = stretch;
  const [first, last, before, after] = [glyphs[from], glyphs[to - 1], glyphs[from - 1], glyphs[to]];
  if (!first || !last) return false;
  // a ligature or a vowel sign belongs to its whole character
  if ((before && starts[from] === starts[from - 1]) || (after && starts[to] === starts[to - 1]) || after?.isMark) return false;
  if (path.style === 'picture') return true;
  if (path.style === 'unspaced') return !path.isKatakana || (before?.group !== GROUP.katakana && after?.group !== GROUP.katakana);
  return beginsWord(line, path, stretch) && endsWord(line, path, stretch);
}

function beginsWord({ glyphs }: Line, { letterCount }: EntryPath, { from, isTornApart }: Stretch): boolean {
  const before = glyphs[from - 1];
  if (!before) return true;
  if (before.kind === KIND.letter) return before.group !== glyphs[from]?.group;
  if (before.kind === KIND.digit) {
    let at = from - 1;
    while (glyphs[at]?.kind === KIND.digit) at -= 1;
    return letterCount >= SHORTEST_BESIDE_DIGITS && glyphs[at]?.kind !== KIND.letter;
  }
  return !isTornApart || !before.isJoiner || !isWordGlyph(glyphs[from - 2]?.kind);
}

function endsWord({ glyphs }: Line, { letterCount }: EntryPath, { to, isTornApart }: Stretch): boolean {
  const after = glyphs[to];
  if (!after) return true;
  if (after.kind === KIND.letter) return after.group !== glyphs[to - 1]?.group;
  if (after.kind === KIND.digit) {
    let at = to;
    while (glyphs[at]?.kind === KIND.digit) at += 1;
    return letterCount >= SHORTEST_BESIDE_DIGITS && glyphs[at]?.kind !== KIND.letter && (at - to > 1 || NEVER_A_VOWEL.includes(after.itself));
  }
  return !isTornApart || !after.isJoiner || !isWordGlyph(glyphs[to + 1]?.kind);
}

function isWordGlyph(kind: number | undefined): boolean {
  return kind === KIND.letter || kind === KIND.digit;
}
