import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { QuestionContent } from '@classwright/contract';
import { createReferenceRow, type ReferenceList } from '@classwright/server/modules/school/reference/index';
import { inTransaction } from '@classwright/server/platform/database/index';
import type { TestApp } from '@classwright/server/testing/build-app';

interface TrialQuestion {
  subject: string;
  topic: string | null;
  gradeLevel: string | null;
  stem: string;
  choices?: string[];
  answerIndex?: number;
  explanation?: string;
}

/** The ids of the lists that a bench's questions use, by name. */
export interface BenchLists {
  subject: (name: string) => number;
  grade: (name: string) => number;
  topic: (name: string) => number;
  standard: (number: number) => number;
}

/**
 * Returns `count` published questions: those of the folder `questions` of TRIAL_DATA, repeated with a different number
 * each time; without the folder, invented ones of the same size.
 */
export async function readBank(trialData: string | null, count: number): Promise<TrialQuestion[]> {
  const folder = trialData === null ? null : join(trialData, 'questions');
  const originals = folder !== null && existsSync(folder) ? await readOriginals(folder) : madeUp();
  return Array.from({ length: count }, (_, index) => {
    const original = originals[index % originals.length] as TrialQuestion;
    const round = Math.floor(index / originals.length);
    return round === 0 ? original : { ...original, stem: `${original.stem} (set ${round})` };
  });
}

async function readOriginals(folder: string): Promise<TrialQuestion[]> {
  const questions: TrialQuestion[] = [];
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.jsonl')))
    for await (const line of createInterface({ input: createReadStream(join(folder, name)) })) {
      const question = JSON.parse(line) as TrialQuestion;
      if ((question.choices?.length ?? 0) >= 2) questions.push(question);
    }
  return questions;
}

const WORDS =
  'force energy motion light heat charge current cell acid base plant planet ratio angle proof source empire river climate market verb poem rhythm colour'.split(
    ' ',
  );

function madeUp(): TrialQuestion[] {
  const words = (from: number, count: number): string =>
    Array.from({ length: count }, (_, index) => `${WORDS[(from * 7 + index * 11) % WORDS.length]}${(from + index) % 97}`).join(' ');
  return Array.from({ length: 10_000 }, (_, index) => ({
    subject: `Subject ${index % 12}`,
    topic: `Topic ${index % 80}`,
    gradeLevel: String(3 + (index % 10)),
    stem: `Which of these says most about ${words(index, 22)}?`,
    choices: [0, 1, 2, 3].map((choice) => words(index + choice * 13, 6)),
    answerIndex: index % 4,
  }));
}

/** Lists distinguish names regardless of case. */
const keyOf = (name: string): string => name.normalize('NFKC').toLowerCase();

/** Creates the rows of the lists that the bank names. */
export async function makeLists(app: TestApp, bank: Awaited<ReturnType<typeof readBank>>): Promise<BenchLists> {
  const make = async (list: ReferenceList, names: Iterable<string>): Promise<Map<string, number>> => {
    const ids = new Map<string, number>();
    await inTransaction(app.db, async (tx) => {
      for (const name of new Set([...names].map(keyOf))) ids.set(name, await createReferenceRow(tx, list, { name, description: name }));
    });
    return ids;
  };
  const [subjects, grades, topics, standards] = [
    await make(
      'question_subjects',
      bank.map(({ subject }) => subject),
    ),
    await make(
      'question_grades',
      bank.map(({ gradeLevel }) => gradeLevel ?? 'any'),
    ),
    await make(
      'question_cycles',
      bank.map(({ topic, subject }) => topic ?? subject),
    ),
    await make(
      'standards',
      Array.from({ length: 60 }, (_, index) => `Standard ${index}`),
    ),
  ];
  return {
    subject: (name) => subjects.get(keyOf(name)) as number,
    grade: (name) => grades.get(keyOf(name)) as number,
    topic: (name) => topics.get(keyOf(name)) as number,
    standard: (number) => standards.get(`standard ${number}`) as number,
  };
}

/**
 * Returns a question's content as a teacher would have imported it: each response with a reason, points by a rubric,
 * tags and lists.
 */
export function toContent(question: TrialQuestion, index: number, lists: BenchLists): QuestionContent {
  const { stem, choices = [], answerIndex = 0, subject, topic, gradeLevel, explanation } = question;
  return {
    title: stem.slice(0, 120),
    description: stem.slice(0, 15_000),
    published_state: 'PUBLISHED',
    question_subject_id: lists.subject(subject),
    question_grade_id: lists.grade(gradeLevel ?? 'any'),
    topic_id: lists.topic(topic ?? subject),
    standard_id: lists.standard(index % 60),
    tag: [subject, `set ${index % 40}`],
    rubrics: [
      { point: 1, level: 'right', description: '' },
      { point: 0, level: 'wrong', description: '' },
    ],
    responses: choices.slice(0, 10).map((choice, position) => ({
      title: choice.slice(0, 1_000),
      match_label: position === answerIndex ? 'right' : 'wrong',
      description: position === answerIndex ? (explanation ?? 'Right').slice(0, 2_000) : 'Another idea',
      is_valid: position === answerIndex,
    })),
  };
}
