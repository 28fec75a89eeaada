// `npm run figures` prints how large the code is and how it is cut. Pages of docs/ hold no such figure: they name this command.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract, dashboardCalls, endpointsOf, oneRosterCalls, referenceLists } from '@classwright/contract';
import { en } from '@classwright/contract/messages/en';
import { readTitles } from '../coverage/titles.ts';
import { readSources, repository } from '../house-rules/source.ts';
import { placeOf, wings } from '../house-rules/wings.ts';
import { listRefused } from '../house-rules/words.ts';
import { computeSpread, countLines, findRepeated, type Kind, kindOf, listCodeLines, partOf, testKindOf } from './count.ts';

/** A block of as many equal lines is hardly chance. */
const REPEATED_LINES = 8;
const FEW_LINES = 20;

const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: repository, encoding: 'utf8' }).trim().split('\n');
const files = paths.flatMap((path) => {
  const kind = kindOf(path);
  if (kind === null || !existsSync(join(repository, path))) return [];
  const text = readFileSync(join(repository, path), 'utf8');
  const code = kind === 'product' || kind === 'styles' ? listCodeLines({ path, text }) : [];
  return [{ path, kind, lines: countLines(text), code }];
});
const ofKind = (kind: Kind) => files.filter((file) => file.kind === kind);
const product = ofKind('product');
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const linesOf = (some: readonly { lines: number }[]): number => sum(some.map(({ lines }) => lines));
const codeOf = (some: readonly { code: readonly string[] }[]): number => sum(some.map(({ code }) => code.length));

const number = (value: number): string => Math.round(value).toLocaleString('en-US');
const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;
function print(title: string, rows: readonly (readonly [string, ...string[]])[]): void {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  console.log(`\n${title}`);
  for (const row of rows) console.log(`  ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('  ')}`);
}

const KINDS: readonly (readonly [Kind, string])[] = [
  ['product', 'product code'],
  ['messages', 'messages'],
  ['styles', 'style sheets'],
  ['migrations', 'migrations'],
  ['tests', 'tests, journeys, benches'],
  ['generated', 'generated'],
];
print('Lines and files, by kind', [
  ['', 'files', 'lines'],
  ...KINDS.map(([kind, title]) => [title, number(ofKind(kind).length), number(linesOf(ofKind(kind)))] as const),
]);

print('Product code, by part', [
  ['', 'files', 'lines', 'without comments and blank lines'],
  ...[...Map.groupBy(product, ({ path }) => partOf(path))].map(
    ([part, some]) => [part, number(some.length), number(linesOf(some)), number(codeOf(some))] as const,
  ),
  ['all', number(product.length), number(linesOf(product)), number(codeOf(product))],
]);

print('Product code, by wing (contract, modules and features together)', [
  ['', 'files', 'lines'],
  ...wings.map((wing) => {
    const some = product.filter(({ path }) => placeOf(path)?.wing === wing);
    return [wing, number(some.length), number(linesOf(some))] as const;
  }),
]);

const spread = computeSpread(product.map(({ lines }) => lines));
const largest = product.toSorted((a, b) => b.lines - a.lines)[0];
print('How finely product code is cut, in lines of a file', [
  ['median', number(spread.median)],
  ['90% have at most', number(spread.p90)],
  ['99% have at most', number(spread.p99)],
  [`the largest, ${largest?.path}`, number(spread.largest)],
  [`files of fewer than ${FEW_LINES} lines`, number(product.filter(({ lines }) => lines < FEW_LINES).length)],
]);

const repeated = findRepeated(product, REPEATED_LINES);
print(`Product code that is in ${REPEATED_LINES} equal lines somewhere else`, [
  ['lines', `${number(repeated.lines)} (${percent(repeated.lines / codeOf(product))})`],
  ...repeated.files.slice(0, 3).map(({ path, lines }) => [path, number(lines)] as const),
]);

// calls that one declaration writes by the dozen are counted with what declares them
const made = new Set<unknown>([...dashboardCalls, ...oneRosterCalls.map((each) => each.endpoint), ...referenceLists.flatMap(endpointsOf)]);
const own = contract.filter((call) => !made.has(call));
const under = (pattern: RegExp) => product.filter(({ path }) => pattern.test(path));
const definitions = under(/^packages\/contract\/src\/lists\/(?!index|routes|access)/);
const carrying = under(
  /^(?:packages\/contract\/src\/core\/(?:list-|reference-list)|apps\/server\/src\/(?:platform\/reference-lists|modules\/school\/reference)\/|apps\/web\/src\/features\/school\/lists\/)/,
);
const inWings = product.filter((file) => placeOf(file.path) !== null && !carrying.includes(file));
print('Calls and lists, with lines of product code without comments and blank lines', [
  ['calls of the contract', number(contract.length)],
  ['of them declared one by one', number(own.length)],
  ['all product code for each call', number(codeOf(product) / contract.length)],
  ['contract, modules and features for each call declared one by one', number(codeOf(inWings) / own.length)],
  ['lists that administrators keep', number(referenceLists.length)],
  ['definition of a list', number(codeOf(definitions) / referenceLists.length)],
  ['the same with its share of the code that carries all lists', number(codeOf([...definitions, ...carrying]) / referenceLists.length)],
]);

const schema = readFileSync(join(repository, 'apps/server/migrations/schema.txt'), 'utf8');
const inSchema = (kind: string): string => number(schema.match(new RegExp(`^${kind} `, 'gm'))?.length ?? 0);
print('Database', [
  ['tables', inSchema('table')],
  ['views', inSchema('view')],
  ['functions', inSchema('function')],
]);

const english = Object.keys(en);
const languages = paths.flatMap((path) => {
  const tag = /^packages\/contract\/src\/languages\/([^/]+)\.json$/.exec(path)?.[1];
  if (tag === undefined) return [];
  const words = JSON.parse(readFileSync(join(repository, path), 'utf8')) as Readonly<Record<string, string>>;
  return [[`in the language ${tag}`, number(Object.keys(words).length)] as const];
});
print('Messages', [['in English', number(english.length)], ...languages]);

const sources = readSources();
const titles = readTitles(sources).filter(({ isGroup }) => !isGroup);
const titled = Map.groupBy(titles, ({ path }) => testKindOf(path));
print('Tests', [
  ['', 'files', 'titles'],
  ...(['unit', 'database', 'DOM', 'journeys'] as const).map((kind) => {
    const some = sources.filter(({ path }) => testKindOf(path) === kind);
    return [kind, number(some.length), number(titled.get(kind)?.length ?? 0)] as const;
  }),
]);

const comments = sum(sources.map(({ text }) => text.match(/\/\*\*[^]*?\*\//g)?.length ?? 0));
const places = Map.groupBy(listRefused(sources), ({ kind }) => kind);
print('Plain words (docs/style.md): places that are refused', [
  ['doc comments in all', number(comments)],
  ['doc comments that are no sentence', number(places.get('comments that are no sentence')?.length ?? 0)],
  ['refused words in doc comments', number(places.get('doc comments')?.length ?? 0)],
  ['refused words in messages', number(places.get('messages')?.length ?? 0)],
  ['refused words in exported names', number(places.get('exported names')?.length ?? 0)],
]);
