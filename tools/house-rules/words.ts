import { isCatalogue } from './dead-messages.ts';
import type { Violation } from './import-rules.ts';
import { type Source, walk } from './source.ts';

/** A word or idiom that is refused, and the plain word to write in its place. */
interface Refused {
  pattern: RegExp;
  instead: string;
}

const refused = (words: string, instead: string): Refused => ({ pattern: new RegExp(`\\b(?:${words})\\b`, 'i'), instead });

/** Refused in messages and in comments. docs/style.md says why. */
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
  { pattern: /[\d}]\s%/, instead: 'the percent sign right after the number' },
];

/** Refused at the beginning of a doc comment: it begins a sentence without a subject. */
const FRAGMENT = /^(?:What|Who|Whose|Whom|Whether|How|Which|Of|Under|By|Those|Why|Where|When|Whatever|Whoever|For whom)\b/;

/** Refused at the beginning of a doc comment: the reader would have to look for the comment before it. */
const SAME = /^(?:Returns )?the same(?:[.,]|$| (?:for|where|in|with|when|by|at|from|over|to the)\b| as (?:text|one line)\b)/i;

/**
 * Refused at the beginning of a comment between the lines of code. It may begin with "when", "where" or "for", since it
 * is about the line after it.
 */
const LINE_FRAGMENT = /^(?:What(?!-if)|Who|Whose|Whom|Whether|How|Which|Of|Under|By|Those|Why|Whatever|Whoever|For whom)\b/i;

/** Matches a comment's sentence that says of a function that it answers. In "Answers with a choice" it is a noun. */
const ANSWERING = /(?:^|[.;] )Answers (?!with |that |as |in |of )[a-z]/;

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
  'bank.past.discriminating', // a question discriminates between students: the trade's word
]);

/** The rules' own test, which holds examples of refused words. */
const EXAMPLES = 'tools/house-rules/words.test.ts';

/** The kinds of text that the rules read. */
export type Kind = 'messages' | 'doc comments' | 'comments' | 'comments that are no sentence' | 'exported names';

/** One place that a rule refuses, with its kind. */
export interface Worded extends Violation {
  kind: Kind;
}

/** Lists all places where a message, the summary of a call, a comment or an exported name is not in plain words. */
export function listRefused(sources: readonly Source[]): Worded[] {
  return sources
    .filter(({ path }) => path !== EXAMPLES)
    .flatMap((source) => [...readComments(source), ...readMessages(source), ...readSummaries(source), ...readNames(source)]);
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

/** A comment, as one line of text. */
interface Comment {
  text: string;
  isDoc: boolean;
  start: number;
}

/** Reads the comments of a file: doc comments, and runs of lines that begin with `//`. Directives for tools are left out. */
function listComments({ text, comments }: Source): Comment[] {
  const found: Comment[] = [];
  let end = 0;
  for (const { type, value, ...place } of comments) {
    const line = type === 'Line' ? value.trim() : null;
    if (line === null ? !value.startsWith('*') : /^(?:\/|@ts-|biome-|oxlint-|eslint-|#|region|endregion|https?:)/.test(line)) continue;
    const last = found.at(-1);
    const isContinued = line !== null && last?.isDoc === false && /^\n[ \t]*$/.test(text.slice(end, place.start));
    if (isContinued) last.text += ` ${line}`;
    else found.push({ text: line ?? docText(value), isDoc: line === null, start: place.start });
    end = place.end;
  }
  return found;
}

const docText = (value: string): string =>
  value
    .slice(1)
    .split('\n')
    .map((line) => line.trim().replace(/^\*\s?/, ''))
    .join(' ')
    .trim();

function readComments(source: Source): Worded[] {
  return listComments(source).flatMap(({ text, isDoc, start }) => {
    const where = `${source.path}:${source.lineOf(start)}`;
    const place = isDoc ? 'a doc comment' : 'a comment';
    const word = findRefused(withoutQuotes(text), refusedWords);
    const fragment = (isDoc ? FRAGMENT : LINE_FRAGMENT).exec(text)?.[0];
    const found: Worded[] = [];
    if (fragment)
      found.push({
        kind: 'comments that are no sentence',
        where,
        problem: `${place} is a sentence with a subject or a verb; it does not begin with "${fragment}"`,
      });
    if (isDoc && SAME.test(text))
      found.push({ kind: 'comments that are no sentence', where, problem: 'a doc comment is read alone: say what it is, not that it is "the same"' });
    if (word) found.push({ kind: isDoc ? 'doc comments' : 'comments', where, problem: `"${word.found}" in ${place}: write ${word.instead}` });
    if (ANSWERING.test(text)) found.push({ kind: 'comments', where, problem: 'a function returns, people and servers answer: say "Returns", or "Replies to"' });
    return found;
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

/** Reads the summaries of calls, which people who connect programs read in the OpenAPI document. */
function readSummaries({ path, program, lineOf }: Source): Worded[] {
  if (!path.startsWith('packages/contract/src/')) return [];
  const found: Worded[] = [];
  walk(program, (node) => {
    if (node.type !== 'Property' || (node.key as { name?: string }).name !== 'summary') return;
    const { value, quasis } = node.value as { value?: unknown; quasis?: { value: { cooked: string } }[] };
    const text = typeof value === 'string' ? value : (quasis ?? []).map((part) => part.value.cooked).join('…');
    const where = `${path}:${lineOf(node.start)}`;
    const fragment = FRAGMENT.exec(text)?.[0];
    if (fragment) found.push({ kind: 'messages', where, problem: `the summary of a call does not begin with "${fragment}"` });
    const word = findRefused(text, refusedWords);
    if (word) found.push({ kind: 'messages', where, problem: `"${word.found}" in the summary of a call: write ${word.instead}` });
  });
  return found;
}

function readNames({ path, exports, lineOf }: Source): Worded[] {
  return exports.flatMap(({ name, start }) => {
    const word = findRefused(name, refusedInNames);
    return word ? [{ kind: 'exported names' as const, where: `${path}:${lineOf(start)}`, problem: `the name ${name}: write ${word.instead}` }] : [];
  });
}
