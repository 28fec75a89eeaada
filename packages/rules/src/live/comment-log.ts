import { LIVE_LIMITS } from '../limits.ts';

/** What a character may take on average, in UTF-16 code units: a letter can be given any number of marks. */
const MOST_UNITS = 20;

/**
 * Text for the comment log: at most 100 characters, then an ellipsis (LIVE-51). Characters as people count them: a flag or
 * a letter with its accents is one and is never cut in two. Line breaks become spaces.
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
