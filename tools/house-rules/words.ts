import { isCatalogue } from './dead-messages.ts';
import type { Violation } from './import-rules.ts';
import { type Source, walk } from './source.ts';

/** A word or idiom that is refused, and the plain word to write in its place. */
interface Refused {
  pattern: RegExp;
  instead: string;
}

const refused = (words: string, instead: string): Refused => ({ pattern: new RegExp(`\\b(?:${words})\\b`, 'i'), instead });

/** Refused in messages and in doc comments. docs/style.md says why. */
const refusedWords: readonly Refused[] = [
  refused(
    '(?:takes?|taking|taken|took) (?:it |them |this |that )?back|puts? (?:it |them |this )?back|putting back',
    'undo, cancel, unlink, revoke, remove or restore',
  ),
  refused('parts? from|is parted|parted from', 'unlink'),
  refused('stands? here|stands? there|standing there|is to be found|are to be found|lies (?:at|in|on|before|behind|within|outside)', 'is, appears, is shown'),
  refused('told|tells|telling|is said|are said|was said|were said|be said', 'notify, report, list, show, say'),
  refused('by (?:itself|themselves)|of (?:its|their) own accord|on (?:its|their) own accord', 'automatically; alone; on its own'),
  refused('what (?:comes|came|becomes|became) of|what (?:has|had) become of|comes of it|came of it|becomes of', 'result, outcome'),
  refused('whoever|whomever|whom to|whichever', 'people who, anyone who; or turn the sentence'),
  refused('whatever', 'anything that, everything that; or turn the sentence'),
  refused('(?:is|are|was|were) over|(?:is|are) over by now', 'ended, expired'),
  refused('goes over|go over to|comes over|come over|let in anew', 'is sent, is imported, reconnect'),
  refused('beside|meanwhile|anew|by now|all the same', 'next to, with, while, again, already, now, anyway'),
  refused('puts? away|putting away|holds? back|held back|holding back', 'dismiss, archive, withhold'),
  refused('look(?:s|ed|ing)? after|tend(?:s|ed|ing)?(?! to\\b)', 'needs attention, maintain'),
  refused('(?:is|are|has|have) spare|a spare|spare (?:ones?|rows?|bytes?|rooms?)', 'unused, free'),
  refused('troubles?', 'error, problem'),
  refused('learns? in (?:a|this|the|that) class', 'is a student of'),
  refused('e-mail(?:s|ed|ing)?', 'email'),
  refused('colour(?:s|ed|ing)?', 'color'),
  refused('cancelled|cancelling', 'canceled, canceling'),
  refused('favourites?|behaviours?|neighbours?|grey|centre|organis(?:e|es|ed|ation)|licences?|programmes?', 'the American spelling'),
  refused('reckon(?:s|ed|ing)?', 'compute, count'),
];

/** Refused in doc comments alone: what a sentence begins with when it has no subject. */
const FRAGMENT = /^(?:What|Who|Whose|Whom|Whether|How|Which|Of|Under|By|Those|Why|Where|When|Whatever|Whoever|For whom)\b/;

/** Refused as a word of an exported name: `mostNamed`, `tellRun`, `GoogleTrouble`. */
const refusedInNames: readonly Refused[] = [
  { pattern: /^(?:most|MOST)(?=[A-Z_])/, instead: 'max' },
  { pattern: /(?:^|_)(?:tell|TELL)(?=[A-Z_]|$)|Tell(?=[A-Z_]|$)|(?:^told|Told|TOLD)(?=[A-Z_]|$)/, instead: 'notify, publish, report' },
  { pattern: /(?:^say|Say)(?=[A-Z]|$)|(?:^said|Said)(?=[A-Z]|$)/, instead: 'message, report' },
  { pattern: /(?:^tend|Tend)(?=[A-Z]|$)/, instead: 'maintain, renew' },
  { pattern: /(?:^trouble|Trouble|TROUBLE)s?(?=[A-Z_]|$)/, instead: 'error, problem' },
  { pattern: /(?:^takeBack|TakeBack|^takenBack|TakenBack|^putBack|PutBack)/, instead: 'undo, revoke, restore' },
  { pattern: /(?:^putAway|PutAway|^holdBack|HoldBack)/, instead: 'dismiss, archive, withhold' },
  { pattern: /(?:^lookAfter|LookAfter|^byItself|ByItself|^comesOf|ComesOf|^cameOf|CameOf)/, instead: 'a word of the trade' },
  { pattern: /(?:^whoever|Whoever|^whatever|Whatever|^whom|Whom|^whose|Whose|^beside|Beside|^anew|Anew|^meanwhile|Meanwhile)(?=[A-Z]|$)/, instead: 'a noun' },
  { pattern: /(?:^spare|Spare|SPARE)(?=[A-Z_]|$)/, instead: 'unused, free' },
];

/** Messages that keep a refused word, by key: the specification’s own labels, and a word in another sense. */
const quoted: ReadonlySet<string> = new Set<string>([
  'settings.color', // “Sidebar colour”, as the specification labels it
  'bank.past.discriminating', // a question tells students apart: the trade's word
]);

/** The rules' own test, which holds examples of what they refuse. */
const EXAMPLES = 'tools/house-rules/house-rules.test.ts';

/** The kinds of text that the rules read. */
export type Kind = 'messages' | 'doc comments' | 'comments that are no sentence' | 'exported names';

/** One place that a rule refuses, with its kind. */
export interface Worded extends Violation {
  kind: Kind;
}

/** Lists all places where a message, a doc comment or an exported name is not in plain words. */
export function listRefused(sources: readonly Source[]): Worded[] {
  return sources.filter(({ path }) => path !== EXAMPLES).flatMap((source) => [...readComments(source), ...readMessages(source), ...readNames(source)]);
}

function findRefused(text: string, words: readonly Refused[]): { found: string; instead: string } | null {
  for (const { pattern, instead } of words) {
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) return { found, instead };
  }
  return null;
}

/** Text in backticks and in quotes is quoted from elsewhere, and is not read. */
const withoutQuotes = (text: string) => text.replaceAll(/`[^`]*`|"[^"]*"|“[^”]*”/g, '');

function readComments({ path, text, lineOf }: Source): Worded[] {
  return [...text.matchAll(/\/\*\*([^]*?)\*\//g)].flatMap(({ index, 1: body = '' }) => {
    const comment = body
      .split('\n')
      .map((line) => line.trim().replace(/^\*\s?/, ''))
      .join(' ')
      .trim();
    const where = `${path}:${lineOf(index)}`;
    const word = findRefused(withoutQuotes(comment), refusedWords);
    const start = FRAGMENT.exec(comment)?.[0];
    return [
      ...(start
        ? [
            {
              kind: 'comments that are no sentence' as const,
              where,
              problem: `a doc comment is a sentence with a subject or a verb; it does not begin with "${start}"`,
            },
          ]
        : []),
      ...(word ? [{ kind: 'doc comments' as const, where, problem: `"${word.found}" in a doc comment: write ${word.instead}` }] : []),
    ];
  });
}

function readMessages({ path, program, lineOf }: Source): Worded[] {
  if (!isCatalogue(path)) return [];
  const found: Worded[] = [];
  walk(program, (node) => {
    if (node.type !== 'Property') return;
    const { key, value } = node as unknown as { key: { value?: unknown }; value: { value?: unknown } };
    if (typeof key.value !== 'string' || typeof value.value !== 'string' || quoted.has(key.value)) return;
    const word = findRefused(value.value, refusedWords);
    if (word)
      found.push({ kind: 'messages', where: `${path}:${lineOf(node.start)}`, problem: `"${word.found}" in the message ${key.value}: write ${word.instead}` });
  });
  return found;
}

function readNames({ path, exports, lineOf }: Source): Worded[] {
  return exports.flatMap(({ name, start }) => {
    const word = findRefused(name, refusedInNames);
    return word ? [{ kind: 'exported names' as const, where: `${path}:${lineOf(start)}`, problem: `the name ${name}: write ${word.instead}` }] : [];
  });
}
