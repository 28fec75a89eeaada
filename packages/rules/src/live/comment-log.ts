import { LIVE_LIMITS } from '../limits.ts';

/** The maximum average length of a character, in UTF-16 code units, since a letter can have any number of marks. */
const MOST_UNITS = 20;

/**
 * Shortens a text for the comment log: at most 100 characters, then an ellipsis (LIVE-51). Characters are counted as
 * people see them: a flag or a letter with its accents is one and is never cut in two. Line breaks become spaces.
 */
export function cutForLog(text: string, characters: number = LIVE_LIMITS.commentLogCharacters): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  let shown = '';
  let count = 0;
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(line)) {
    if (count === characters || shown.length + segment.length > MOST_UNITS * characters) return `${shown.trimEnd()}…`;
    shown += segment;
    count += 1;
  }
  return shown;
}
