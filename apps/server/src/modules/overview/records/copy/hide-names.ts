/** Names that are searched in texts: by their first word, and those in scripts without spaces. */
export interface SoughtNames {
  byFirstWord: ReadonlyMap<string, readonly string[]>;
  anywhere: readonly string[];
}

const fold = (text: string) => text.normalize('NFC').toLocaleLowerCase('en');
const firstWordOf = (folded: string) => folded.match(WORD)?.[0] ?? '';

/** Prepares full names to be found in any case. */
export function seekNames(names: readonly string[]): SoughtNames {
  const folded = names.map((name) => fold(name.trim())).filter((name) => firstWordOf(name) !== '');
  const written = folded.filter((name) => !WITHOUT_SPACES.test(name)).toSorted((a, b) => b.length - a.length);
  return { byFirstWord: Map.groupBy(written, firstWordOf), anywhere: folded.filter((name) => WITHOUT_SPACES.test(name)) };
}

/** Replaces every sought name in a text: between other words, or in scripts without spaces anywhere. */
export function hideNames(text: string, { byFirstWord, anywhere }: SoughtNames, hidden: string): string {
  if (MOMENT.test(text)) return text;
  const folded = fold(text);
  // Folding keeps the length in all but a few letters; a text with one of them is compared without folding.
  const searched = folded.length === text.length ? folded : text;
  const found = [
    ...[...searched.matchAll(WORD)].flatMap(({ 0: word, index }) => {
      const name = byFirstWord.get(word)?.find((one) => searched.startsWith(one, index) && !LETTER.test(searched.charAt(index + one.length)));
      return name === undefined ? [] : [{ from: index, to: index + name.length }];
    }),
    ...anywhere.flatMap((name) => listPlaces(searched, name).map((from) => ({ from, to: from + name.length }))),
  ].toSorted((a, b) => a.from - b.from || b.to - a.to);
  let [result, done] = ['', 0];
  for (const { from, to } of found) {
    if (from < done) continue;
    result += text.slice(done, from) + hidden;
    done = to;
  }
  return result + text.slice(done);
}

function listPlaces(text: string, part: string): number[] {
  const at = text.indexOf(part);
  return at < 0 ? [] : [at, ...listPlaces(text.slice(at + part.length), part).map((next) => next + at + part.length)];
}

const WORD = /[\p{L}\p{M}\p{N}'’-]+/gu;
/** A day or a moment as the database writes it, which stands in most rows. */
const MOMENT = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-][\d:]+))?$/;
const LETTER = /[\p{L}\p{M}\p{N}]/u;
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
