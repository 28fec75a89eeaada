import { type Censored, untilStable } from './censored.ts';
import type { CensorshipMatcher, MatchScope } from './matcher.ts';

/** Replaces every listed word of a plain text by the lists; everything else is unchanged, to the last byte. */
export function censorText(matcher: CensorshipMatcher, text: string, scope: MatchScope = {}): Censored<string> {
  return untilStable(text, (value, replacement) => {
    const matches = matcher.find(value, scope);
    let censored = '';
    let end = 0;
    for (const match of matches) {
      censored += value.slice(end, match.start) + replacement(match.entry.replaceWith);
      end = match.end;
    }
    return { value: matches.length === 0 ? value : censored + value.slice(end), words: matches.map(({ entry }) => entry.name) };
  });
}
