import { LIVE_LIMITS } from '../limits.ts';

/**
 * Text for the comment log: at most 100 characters, then an ellipsis (LIVE-51). Characters as people count them: a flag or
 * a letter with its accents is one and is never cut in two. Line breaks become spaces.
 */
export function cutForLog(text: string, characters: number = LIVE_LIMITS.commentLogCharacters): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  let shown = '';
  let count = 0;
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(line)) {
    if (count === characters) return `${shown.trimEnd()}…`;
    shown += segment;
    count += 1;
  }
  return shown;
}
