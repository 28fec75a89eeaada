import { type Graded, insertGrades, listSubmissionIds } from './classwork-queries.ts';
import type { BankQuestion, DemoLesson } from './content/index.ts';
import { toAnswer } from './lesson-answers.ts';
import { insertPastProducts, type PastProduct } from './lesson-queries.ts';
import type { StorePages } from './page-pdf.ts';
import type { Tx } from '../platform/database/index.ts';
import type { SeededClass } from './seed-classes.ts';

interface PastWork {
  bank: readonly BankQuestion[];
  lesson: DemoLesson;
  course: SeededClass;
  workId: number;
  sessionId: number;
  accountOf: (student: number) => number;
  endedAt: Date;
  storePages: StorePages;
}

const FORMS = ['Alone', 'After discussion', 'Transfer'] as const;
const NEXT_DAY_MS = 22 * 3_600_000;

/**
 * Creates the results of a lesson some weeks ago: every student's page and the teacher's grades for it. The pages are
 * typed here, not drawn by jobs: eight weeks of them would keep a small machine busy for minutes after the start.
 */
export async function seedPastWork(tx: Tx, { bank, lesson, course, workId, sessionId, accountOf, endedAt, storePages }: PastWork): Promise<void> {
  const submissionIds = await listSubmissionIds(tx, workId);
  const questions = [lesson.first, lesson.first, lesson.transfer].map((one) => questionOf(bank, one));
  const title = `${lesson.title}.pdf`;
  const own = lesson.answers.map(([student, ...said]) => {
    const account_id = accountOf(student);
    const [, discussed = 0, transfer = 0] = questions.map((question, index) => pointsOf(question, said[index]));
    return { account_id, submission_id: submissionIds.get(account_id) as number, text: typed(lesson, student, questions), grade: discussed + transfer };
  });
  const fileIds = await storePages(own.map(({ account_id, text }) => ({ ownerId: account_id, title: lesson.title, text })));
  const products = own.map(({ account_id, submission_id }, index): PastProduct => ({ account_id, submission_id, title, file_id: fileIds[index] as number }));
  const grades = own.map(({ submission_id, grade }): Graded => ({ submission_id, grade, message: null }));
  await insertPastProducts(tx, { sessionId, madeAt: endedAt }, products);
  await insertGrades(tx, { courseId: course.id, teacherId: course.ownerId, at: new Date(endedAt.getTime() + NEXT_DAY_MS) }, grades, true);
}

function questionOf(bank: readonly BankQuestion[], title: string): BankQuestion {
  const question = bank.find((one) => one.title === title);
  if (!question) throw new Error(`the demo's bank has no ${title}`);
  return question;
}

const choiceOf = ({ choices }: BankQuestion, letter: string) => choices[letter.charCodeAt(0) - 65];
const pointsOf = (question: BankQuestion, said: string | undefined): number => choiceOf(question, toAnswer(said).letter)?.points ?? 0;

/**
 * Returns the text of a student's page: the questions, the student's answers, the class's answers, and the remarks.
 */
function typed({ answers, remarks }: DemoLesson, student: number, questions: readonly BankQuestion[]): string {
  const said = answers.find(([who]) => who === student) ?? [];
  const lines = questions.flatMap((question, index) => {
    const { letter, text } = toAnswer(said[index + 1] as string | undefined);
    const choice = choiceOf(question, letter);
    const tally = question.choices.map(({ title: choiceTitle }, place) => {
      const chosen = answers.filter((row) => toAnswer(row[index + 1] as string).letter === String.fromCharCode(65 + place));
      return `${chosen.length} ${plain(choiceTitle)}`;
    });
    const own = choice ? `${plain(choice.title)}${choice.points === 4 ? ' (right)' : ''}` : 'no answer';
    return [`${FORMS[index]}: ${question.title}`, `I chose: ${own}`, ...(text ? [`Because: ${plain(text)}`] : []), `The class: ${tally.join('; ')}`, ''];
  });
  const told = remarks.filter(({ of }) => of === student).map(({ by, text }) => `${by === 'teacher' ? 'My teacher' : 'A classmate'}: ${plain(text)}`);
  return [...lines, ...told].join('\n');
}

const SIGNS: Readonly<Record<string, string>> = { times: 'x', cdot: 'x', div: ':', square: '__', '%': '%', ',': ' ' };
/** Returns the text without formula and formatting marks, as people type it. */
const plain = (text: string): string => text.replaceAll(/\\(times|cdot|div|square|%|,)/g, (_, sign: string) => SIGNS[sign] as string).replaceAll(/[$*`]/g, '');
