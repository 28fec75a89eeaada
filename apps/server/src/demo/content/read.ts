// Reads the files of this folder: lists of people and questions by the product's own imports, and JSON.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parseQuestionFile } from '../../modules/bank/question-formats/index.ts';
import { accountColumns } from '../../modules/school/imports/index.ts';
import { parseTable, type TableColumn } from '../../platform/spreadsheets/index.ts';
import { withMarks } from './rich-text.ts';
import type { AgeName, BankAuthor, BankChoice, BankQuestion, DemoPerson, SubjectName } from './types.ts';

const pathOf = (name: string): URL => new URL(name, import.meta.url);

export const readJson = <T>(name: string): T => JSON.parse(readFileSync(pathOf(name), 'utf8')) as T;

/** The people of the demo, by number: `teachers[0]` is teacher 1. Each block of thirty students is a year group. */
export interface DemoPeopleList {
  admin: DemoPerson;
  teachers: DemoPerson[];
  students: DemoPerson[];
  guardians: DemoPerson[];
}

/** Reads people.csv, which is a file of people as administrators import it. */
export async function readPeople(): Promise<DemoPeopleList> {
  const rows = await readRows('people.csv', accountColumns);
  const listOf = (type: string): DemoPerson[] =>
    rows.filter((row) => row.account_type === type).map((row) => ({ firstName: row.first_name ?? '', lastName: row.last_name ?? '', email: row.email ?? '' }));
  const [admin] = listOf('Admin');
  if (!admin) throw new Error('people.csv has no Admin');
  return { admin, teachers: listOf('Teachers'), students: listOf('Student'), guardians: listOf('Guardian') };
}

/** Columns that only the demo's file has: a question import leaves them out. */
const demoColumns = [
  { key: 'author', title: 'Author', names: [], isRequired: true },
  { key: 'approval', title: 'Approval', names: [], isRequired: true },
  { key: 'ratings', title: 'Ratings', names: [], isRequired: true },
] as const satisfies readonly TableColumn[];

/** Reads bank.csv, which is a file of questions as administrators import it. */
export async function readBank(): Promise<BankQuestion[]> {
  const additions = await readRows('bank.csv', demoColumns);
  const questions: BankQuestion[] = [];
  for await (const { name, question, problems, notes } of parseQuestionFile(await readFile(pathOf('bank.csv'))).items) {
    const { author, approval, ratings = '' } = additions[questions.length] ?? {};
    if (!question || !author || problems.length + notes.length > 0) throw new Error(`bank.csv: ${name} cannot be read as it is written`);
    const { names, responses } = question;
    questions.push({
      title: question.title,
      description: withMarks(question.description),
      tags: question.tag,
      subject: names.subject as SubjectName,
      cluster: names.cluster,
      standard: names.standard,
      ages: names.grade as AgeName,
      author: author as BankAuthor,
      state: question.published_state === 'DRAFT' ? 'draft' : (approval as Exclude<BankQuestion['state'], 'draft'>),
      ratings: Object.fromEntries([...ratings.matchAll(/(\w+) ([\d.]+)/g)].map(([, person, stars]) => [person, Number(stars)])),
      choices: responses.map(({ title, match_label: idea, sub_grade: points, description }) => ({
        title,
        idea,
        points: points as BankChoice['points'],
        reasoning: withMarks(description),
      })),
    });
  }
  return questions;
}

async function readRows<const Columns extends readonly TableColumn[]>(name: string, columns: Columns) {
  const rows: Partial<Record<Columns[number]['key'], string>>[] = [];
  for await (const batch of parseTable(await readFile(pathOf(name)), columns)) rows.push(...batch.map(({ values }) => values));
  return rows;
}
