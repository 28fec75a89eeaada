import type { Draft } from '../build-item.ts';
import { finding } from '../imported-question.ts';

/**
 * Which choice a key names: its letter ("B", "b)", " B "), its number ("2"), or what it says. A number that is one choice's
 * place and another's text names neither. Null, with a problem: none, or several.
 */
export function readKey(draft: Draft, text: string, letters: readonly string[], texts: readonly string[]): number | null {
  const key = text.trim();
  const refuse = (message: string): null => {
    draft.problems.push(finding('answer', message, { value: key, choices: letters.join(', ') }));
    return null;
  };
  if (key === '') return refuse('noKey');
  const letter = /^\(?([A-Za-z])[).:]?$/.exec(key)?.[1]?.toUpperCase();
  if (letter !== undefined && letters.includes(letter)) return letters.indexOf(letter);
  const byText = texts.findIndex((choice) => choice.trim().toLowerCase() === key.toLowerCase());
  const place = /^\(?(\d{1,2})[).]?$/.exec(key)?.[1];
  const byPlace = place !== undefined && Number(place) >= 1 && Number(place) <= texts.length ? Number(place) - 1 : -1;
  if (byText >= 0 && byPlace >= 0 && byText !== byPlace) return refuse('ambiguousKey');
  if (byText >= 0 || byPlace >= 0) return Math.max(byText, byPlace);
  const several = key.split(/[,;/&+]|\band\b/i).map((part) => part.trim().toUpperCase());
  return refuse(several.length > 1 && several.every((part) => letters.includes(part)) ? 'severalKeys' : 'unknownKey');
}
