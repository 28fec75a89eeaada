import { censorDocument, CensorshipMatcher } from '@classwright/rules/censorship/index';
import { checkDocument, type RichTextDocument, toDocument, toPlainText } from '@classwright/rules/rich-text';
import { readDefaultList } from '../censorship/default-list.ts';
import { interleave, printComparison, spreadOf } from './lib.ts';

/**
 * Measures the cost of censorship on a post: the usual work on its text (checked, written out, turned into plain text)
 * with and without a list of 10,000 words, in turns, in processor time. The words look real and share their beginnings,
 * as those of real lists do; one post in ten contains one.
 */
const WORDS = 10_000;
const POSTS = 200;
const ROUNDS = 15;
const MOST_MS_A_POST = 1;

/** The state of a repeatable random generator. */
let state = 20_261_120;
const below = (limit: number): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * limit);
};
const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T;
const syllables = [
  'ba',
  'cra',
  'do',
  'fu',
  'ge',
  'hi',
  'ja',
  'ki',
  'lo',
  'mu',
  'na',
  'pe',
  'qui',
  'ra',
  'sho',
  'tu',
  'vi',
  'wan',
  'yo',
  'zi',
  'st',
  'ck',
  'ss',
  'nt',
];
const word = (): string => Array.from({ length: 2 + below(3) }, () => pick(syllables)).join('');

const listed = new Set(readDefaultList().map(({ name }) => name));
while (listed.size < WORDS) listed.add(word());
const startedAt = performance.now();
const matcher = new CensorshipMatcher([...listed].map((name, index) => ({ id: index + 1, name, levelId: 1, replaceWith: '[removed]' })));
console.log(`${WORDS} words compiled in ${(performance.now() - startedAt).toFixed(0)} ms, once per version of the lists`);

const plain = 'The force of gravity does not stop at the top, so the ball still accelerates although its velocity is zero for a moment (v = 0 m/s).'.split(' ');
const sentence = (): string => Array.from({ length: 10 + below(20) }, () => pick(plain)).join(' ');
const postOf = (sentences: number, index: number): string =>
  Array.from({ length: sentences }, () => sentence()).join('\n') +
  (index % 10 === 0 ? ` you ${pick(['d4mn', 's.h.i.t', 'b*tch', 'FUUUCK', [...listed][below(WORDS)] ?? ''])} now` : '');

const limits = { nodes: 2_000, depth: 12, characters: 20_000 };
function file(text: string, censor: (document: RichTextDocument) => RichTextDocument): number {
  const check = checkDocument(toDocument(text), limits);
  if (!check.ok) throw new Error(check.problem);
  const shown = censor(check.document);
  return JSON.stringify(shown).length + toPlainText(shown).length;
}

for (const [name, sentences] of [
  ['an answer of some 100 words', 5],
  ['an answer of some 400 words', 20],
] as const) {
  const posts = Array.from({ length: POSTS }, (_, index) => postOf(sentences, index));
  const characters = Math.round(posts.join('').length / POSTS);
  const run = (censor: (document: RichTextDocument) => RichTextDocument) => async (): Promise<number> => {
    const from = process.cpuUsage();
    for (const post of posts) file(post, censor);
    return process.cpuUsage(from).user / 1_000 / POSTS;
  };
  const times = await interleave({
    rounds: ROUNDS,
    warmUpRounds: 5,
    sides: { 'without a matcher': run((document) => document), 'with 10,000 words': run((document) => censorDocument(matcher, document).value) },
  });
  printComparison(`${name} (${characters} characters), a post, ${ROUNDS} rounds of ${POSTS} posts in turns`, times);
  const cost = spreadOf(times['with 10,000 words'].map((ms, round) => ms - (times['without a matcher'][round] as number)));
  console.log(`  10,000 words cost a post ${cost.median.toFixed(3)} ms; the limit is ${MOST_MS_A_POST} ms`);
  if (cost.median >= MOST_MS_A_POST) process.exitCode = 1;
}
