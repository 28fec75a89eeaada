import type { Draft } from '../build-item.ts';
import { finding } from '../imported-question.ts';

const LONGEST_KEY = 200;

/**
 * Returns the choices that a key names: by letter ("B", "b)", " B "), number ("2"), or text; several are separated by
 * commas ("1,3"). A number that is one choice's position and another's text names neither. Empty, with a problem, if it
 * names none.
 */
export function readKey(draft: Draft, text: string, letters: readonly string[], texts: readonly string[]): readonly number[] {
  const key = text.trim();
  const refuse = (message: string): readonly number[] => {
    draft.problems.push(finding('answer', message, { value: key, choices: letters.join(', ') }));
    return [];
  };
  if (key === '') return refuse('noKey');
  const letter = /^\(?([A-Za-z])[).:]?$/.exec(key)?.[1]?.toUpperCase();
  if (letter !== undefined && letters.includes(letter)) return [letters.indexOf(letter)];
  const byText = texts.findIndex((choice) => choice.trim().toLowerCase() === key.toLowerCase());
  const place = /^\(?(\d{1,2})[).]?$/.exec(key)?.[1];
  const byPlace = place !== undefined && Number(place) >= 1 && Number(place) <= texts.length ? Number(place) - 1 : -1;
  if (byText >= 0 && byPlace >= 0 && byText !== byPlace) return refuse('ambiguousKey');
  if (byText >= 0 || byPlace >= 0) return [Math.max(byText, byPlace)];
  const parts = key
    .slice(0, LONGEST_KEY)
    .split(/[,;/&+]|\band\b/i)
    .map((part) => part.trim().toUpperCase());
  const several = parts.map((part) => (/^\d{1,2}$/.test(part) && Number(part) <= texts.length ? Number(part) - 1 : letters.indexOf(part)));
  if (several.length < 2 || several.some((place) => place < 0)) return refuse('unknownKey');
  draft.notes.push(finding('answer', 'severalRight'));
  return [...new Set(several)];
}
