import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHAPTERS, levels } from './levels.ts';

// The table of `requirements.tsv`, what must be true of it, and the page that is made from it.

const STATES = ['met', 'operator', 'not applicable', 'not met'] as const;
type State = (typeof STATES)[number];

export interface Requirement {
  id: string;
  level: string;
  state: string;
  wording: string;
  /** Files of the repository that prove it, each with a piece of text that stands in it, such as the title of a test. */
  proofs: readonly { file: string; text: string }[];
  remark: string;
}

const HEAD = ['id', 'level', 'state', 'requirement in our words', 'proof', 'remark'].join('\t');

/** Returns the rows of the table. @throws Error when a line has another number of columns */
export function readTable(text: string): Requirement[] {
  const [head, ...lines] = text.trimEnd().split('\n');
  if (head !== HEAD) throw new Error(`The first line of the table is not: ${HEAD}`);
  return lines.map((line, index) => {
    const columns = line.split('\t');
    if (columns.length !== 6) throw new Error(`Line ${index + 2} of the table has ${columns.length} columns and not 6.`);
    const [id, level, state, wording, proof, remark] = columns as [string, string, string, string, string, string];
    const proofs =
      proof === '' ? [] : proof.split(' ; ').map((one) => ({ file: one.split(' # ', 1)[0] as string, text: one.split(' # ').slice(1).join(' # ') }));
    return { id, level, state, wording, proofs, remark };
  });
}

/** Returns a sentence for each thing that is wrong with the table. */
export function findProblems(rows: readonly Requirement[], repository: string): string[] {
  const times = Map.groupBy(rows, ({ id }) => id);
  const missing = [...levels.keys()].filter((id) => !times.has(id)).map((id) => `${id} is missing.`);
  const doubled = [...times].filter(([, all]) => all.length > 1).map(([id]) => `${id} stands in the table more than once.`);
  return [...missing, ...doubled, ...rows.flatMap((row) => findProblemsOfRow(row, repository).map((problem) => `${row.id} ${problem}`))];
}

function findProblemsOfRow({ id, level, state, wording, proofs, remark }: Requirement, repository: string): string[] {
  const problems: string[] = [];
  const expected = levels.get(id);
  if (!expected) problems.push('is no requirement of level 1 or 2.');
  else if (level !== `L${expected}`) problems.push(`is of level L${expected} and not ${level}.`);
  if (!STATES.includes(state as State)) problems.push(`has the state "${state}", which is none of: ${STATES.join(', ')}.`);
  if (wording === '') problems.push('has no wording.');
  if (state === 'met' && proofs.length === 0) problems.push('is met and names no proof.');
  if (state !== 'met' && remark === '') problems.push(`is ${state} and gives no reason.`);
  for (const { file, text } of proofs) {
    if (!existsSync(join(repository, file))) problems.push(`names ${file}, which does not exist.`);
    else if (!readFileSync(join(repository, file), 'utf8').includes(text)) problems.push(`names "${text}", which is not in ${file}.`);
  }
  return problems;
}

const count = (rows: readonly Requirement[], state: State, level?: string): number =>
  rows.filter((row) => row.state === state && (level === undefined || row.level === level)).length;

const chapterOf = ({ id }: Requirement): number => Number(id.slice(1).split('.', 1)[0]);

/** Writes the page of docs from the table. */
export function writePage(rows: readonly Requirement[]): string {
  const chapters = CHAPTERS.map((name, index) => ({ name: `V${index + 1} ${name}`, rows: rows.filter((row) => chapterOf(row) === index + 1) }));
  const counts = (name: string, some: readonly Requirement[]): string => `| ${[name, some.length, ...STATES.map((state) => count(some, state))].join(' | ')} |`;
  const ofState = (state: State) => rows.filter((row) => row.state === state);
  return [
    '# OWASP ASVS 5.0',
    '',
    'This page says for each requirement of levels 1 and 2 of the [OWASP Application Security Verification Standard',
    '5.0.0](https://github.com/OWASP/ASVS) whether Classwright meets it, and by which test or file one can see that. It is written by',
    '`npm run asvs` from `tools/asvs/requirements.tsv`. `npm run check` fails when a requirement is missing, when a named test does not',
    'exist, or when a reason is missing. The standard is © The OWASP Foundation, under CC BY-SA 4.0; numbers and levels are from it, and',
    'the short wordings are ours and no substitute for its text.',
    '',
    `Of ${rows.length} requirements (${rows.filter(({ level }) => level === 'L1').length} of level 1, ${rows.filter(({ level }) => level === 'L2').length} of level 2) ${count(rows, 'met')} are met, ${count(rows, 'operator')} are the`,
    `operator's, ${count(rows, 'not applicable')} are not applicable, and ${count(rows, 'not met')} are not met. "Operator" means that the product cannot do it alone:`,
    'the remark says what you do.',
    '',
    `| chapter | requirements | ${STATES.join(' | ')} |`,
    '|---|---|---|---|---|---|',
    ...chapters.map(({ name, rows: some }) => counts(name, some)),
    counts('all', rows),
    '',
    '## What is not met',
    '',
    ...ofState('not met').map(({ id, level, wording, remark }) => `- **${id}** (${level}) ${wording}. ${remark}.`),
    '',
    '## What the operator does',
    '',
    'The page *System* shows administrators of the installation these requirements as duties in plain sentences, and which of them the',
    'server itself sees are done (`packages/contract/src/overview/system/duties.ts`).',
    '',
    ...ofState('operator').map(({ id, level, wording, remark }) => `- **${id}** (${level}) ${wording}. ${remark}.`),
    ...chapters.flatMap(({ name, rows: some }) => [
      '',
      `## ${name}`,
      '',
      '| id | level | requirement in our words | state | seen by | remark |',
      '|---|---|---|---|---|---|',
      ...some.map((row) => `| ${[row.id, row.level, row.wording, row.state, row.proofs.map(showProof).join('<br>'), row.remark].join(' | ')} |`),
    ]),
    '',
  ].join('\n');
}

const showProof = ({ file, text }: Requirement['proofs'][number]): string => `\`${shortNameOf(file)}\`${text === '' ? '' : ` ${text.replaceAll('|', '\\|')}`}`;

const shortNameOf = (file: string): string => file.replace(/^apps\/server\/src\//, 'server: ').replace(/^apps\/web\/src\//, 'web: ');
