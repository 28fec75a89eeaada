import { censorDocument, censorText, CensorshipMatcher } from '@classwright/rules/censorship/index';
import { cutForLog } from '@classwright/rules/live';
import { findPasswordProblem } from '@classwright/rules/password';
import { isMisspellingOf, toSearchVector, toSearchTerms, toTypedTerms } from '@classwright/rules/questions/search-words';
import { checkDocument, documentsEqual, type RichTextDocument, toDocument, toPlainText, toSafeHref } from '@classwright/rules/rich-text';
import { splitMath } from '@classwright/rules/rich-text/split-math';
import { readDefaultList } from '../censorship/default-list.ts';

/**
 * Measures how every rule that reads text from outside grows with its length: texts of one short part repeated, and of
 * two parts in turns or one after the other, at one length and at eight times that length. Linear work gives a ratio of
 * 8, quadratic work 64. A bounded rule gives 1.
 */
const CHARACTERS = 40_000;
const TIMES = 8;
const MOST_RATIO = 24;
/** Below this nobody else notices, and the clock is too coarse for ratios. */
const NOTICED_MS = 8;

const PARTS = [
  ['a', 's', 'sh', 'A', 'é', 'e\u0301', '\u0301', '\u200D', '\u200B', '\uFE0F', '👩‍🏫', '🇪🇹', '\uD800', 'ﷺ', '漢', 'ก', 'ß', 'İ'],
  [' ', '\n', '\r\n', ' \n', '\t', '\u2028', '. ', 'a ', 'a. ', 'f.', 'f u c k ', 's-h-i-t ', 'f*ck', '*', '-', '_', '.', ',', '@', '5h1t'],
  ['$', '$a', '$ ', '\\$', '\\', '\\(', '$$', '$1', '<', '<b>', '&', '&amp;', '{', '}', '"', "'", '%', '/', '://', 'http://a', 'a@'],
].flat();
const repeat = (part: string, characters: number): string => part.repeat(Math.ceil(characters / part.length));
const shapes: [name: string, make: (characters: number) => string][] = [
  ...PARTS.map((part): [string, (characters: number) => string] => [JSON.stringify(part), (characters) => repeat(part, characters)]),
  ...PARTS.flatMap((one) =>
    ['a', ' ', '\n', '$', '.', 'f'].flatMap((other): [string, (characters: number) => string][] => [
      [`${JSON.stringify(one)} and ${JSON.stringify(other)} in turns`, (characters) => repeat(one + other, characters)],
      [`${JSON.stringify(one)} before ${JSON.stringify(other)}`, (characters) => repeat(one, characters / 2) + repeat(other, characters / 2)],
    ]),
  ),
];

const matcher = new CensorshipMatcher(readDefaultList().map(({ name }, index) => ({ id: index + 1, name, levelId: 1, replaceWith: '[removed]' })));
const limits = { nodes: 1_000_000, depth: 12, characters: 1_000_000 };
const inOneLine = (text: string): RichTextDocument => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: text || ' ' }] }] });
const RULES: Record<string, (text: string) => unknown> = {
  toDocument: (text) => toDocument(text),
  'checkDocument of a text': (text) => checkDocument(text, limits),
  'checkDocument of a document': (text) => checkDocument(inOneLine(text), limits),
  toPlainText: (text) => toPlainText(toDocument(text)),
  documentsEqual: (text) => documentsEqual(text, `${text} `),
  splitMath,
  toSafeHref: (text) => toSafeHref(`https://${text}`),
  cutForLog: (text) => cutForLog(text),
  censorText: (text) => censorText(matcher, text),
  censorDocument: (text) => censorDocument(matcher, toDocument(text)),
  toSearchTerms,
  toSearchVector: (text) => toSearchVector({ title: '', tags: [], responses: [], reasonings: [], description: text }),
  toTypedTerms,
  isMisspellingOf: (text) => isMisspellingOf(toTypedTerms(text)[0]?.[0] ?? '', toSearchTerms(text).at(-1)?.[0] ?? ''),
  findPasswordProblem: (text) => findPasswordProblem(text, { isStaff: true, known: [text.slice(0, 200)] }),
};

/** Returns the lowest time of several tries, since other load on the machine can only add to it. */
function timeOf(rule: (text: string) => unknown, text: string, tries: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const started = performance.now();
    rule(text);
    least = Math.min(least, performance.now() - started);
    if (least > 2000) break;
  }
  return least;
}

let failed = 0;
for (const [name, rule] of Object.entries(RULES)) {
  let worst = { shape: '', ms: 0, ratio: 0 };
  for (const [shape, make] of shapes) {
    const long = make(CHARACTERS);
    const ms = timeOf(rule, long, 1);
    if (ms <= worst.ms && ms < NOTICED_MS) continue;
    const again = timeOf(rule, long, 4);
    const ratioOf = (tries: number): number => timeOf(rule, long, tries) / Math.max(timeOf(rule, make(CHARACTERS / TIMES), tries), 0.01);
    const quick = ratioOf(2);
    const ratio = again > NOTICED_MS && quick > MOST_RATIO ? Math.min(quick, ratioOf(12)) : quick; // the machine's own pauses pass
    if (again > NOTICED_MS && ratio > MOST_RATIO) {
      failed += 1;
      console.log(`  ${name}: ${shape}: ${again.toFixed(1)} ms, ${ratio.toFixed(1)} times that of an eighth of it`);
    }
    if (again > worst.ms) worst = { shape, ms: again, ratio };
  }
  console.log(`${name}: at most ${worst.ms.toFixed(1)} ms for ${CHARACTERS} characters, ratio ${worst.ratio.toFixed(1)} (${worst.shape})`);
}
console.log(`${shapes.length} shapes of ${Object.keys(RULES).length} rules`);
if (failed > 0) {
  console.error(`${failed} times faster growth than the length`);
  process.exitCode = 1;
}
