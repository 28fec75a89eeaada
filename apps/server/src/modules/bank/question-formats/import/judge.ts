import type { QuestionContent } from '@classwright/contract';
import { toPlainText } from '@classwright/rules/rich-text';
import type { Db } from '../../../../platform/database/index.ts';
import type { Person } from '../../../../platform/http/index.ts';
import { createTurns } from '../../../../platform/workers/index.ts';
import { letterOf } from '../build-item.ts';
import { type Finding, finding, type ImportedItem, type ImportedQuestion } from '../imported-question.ts';
import { openQuestionFile } from '../open-file.ts';
import { type ImagePlacer, placeImages } from './place-images.ts';
import { type KnownQuestion, listTitled } from './queries.ts';
import { type Surroundings, toContent } from './to-content.ts';

/**
 * The outcome of an item of a file: it creates `content`, nothing since it exists (`questionId`), or nothing because of
 * its problems.
 */
export interface JudgedItem {
  row: number;
  name: string;
  content: QuestionContent | null;
  questionId: number | null;
  problems: readonly Finding[];
  notes: readonly Finding[];
  /** The correction, set if the existing question has another right answer and the importer may change it. */
  correction: ImportedQuestion | null;
}

const BATCH_ITEMS = 2_000;

export interface Judging extends Surroundings {
  placer: ImagePlacer;
  importer: Person;
}

/**
 * Yields the items of a file in batches, with their outcomes. Holds one batch, and a key of each question seen. @throws
 * FileProblem
 */
export async function* judgeItems(db: Db, bytes: Buffer, judging: Judging): AsyncGenerator<JudgedItem[]> {
  const seen = new Map<string, number>();
  const file = await openQuestionFile(bytes);
  try {
    for await (const batch of inBatches(file.items)) yield await judgeBatch(db, batch, judging, seen);
  } finally {
    await file.end(); // images were read until here
  }
}

async function* inBatches(items: AsyncIterable<ImportedItem>): AsyncGenerator<ImportedItem[]> {
  let batch: ImportedItem[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < BATCH_ITEMS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function judgeBatch(db: Db, batch: readonly ImportedItem[], judging: Judging, seen: Map<string, number>): Promise<JudgedItem[]> {
  const known: Known = new Map();
  const titles = batch.flatMap(({ question }) => (question ? [question.title] : []));
  for (const question of await listTitled(db, titles)) known.set(keyOf(question.title, question.description_text, question.choices), question);
  const judged: JudgedItem[] = [];
  const turn = createTurns();
  for (const item of batch) {
    judged.push(await judge(item, judging, known, seen));
    await turn();
  }
  return judged;
}

const keyOf = (title: string, description: string, choices: readonly string[]): string => JSON.stringify([title, description, ...choices]);

async function judge(item: ImportedItem, judging: Judging, known: Known, seen: Map<string, number>): Promise<JudgedItem> {
  const { number: row, name, question } = item;
  if (question === null) return { row, name, content: null, questionId: null, problems: item.problems, notes: [], correction: null };
  const key = keyOf(
    question.title,
    toPlainText(question.description),
    question.responses.map(({ title }) => title),
  );
  const first = seen.get(key);
  const there = known.get(key);
  const questionId = there?.id ?? null;
  if (first !== undefined)
    return { row, name, content: null, questionId, problems: [], notes: [finding('question', 'sameAs', { row: first })], correction: null };
  seen.set(key, row);
  if (there) return { row, name, content: null, questionId, problems: [], ...compareKeys(question, there, judging) };
  const placed = await placeImages(item, judging.placer);
  const notes = [...placed.notes];
  const content = toContent(placed.question as NonNullable<ImportedItem['question']>, notes, judging);
  return { row, name, content, questionId: null, problems: [], notes, correction: null };
}

type Known = Map<string, KnownQuestion>;

/** Compares the right answers, and checks if the importer may correct them. */
function compareKeys(question: ImportedQuestion, there: KnownQuestion, { importer }: Judging): Pick<JudgedItem, 'notes' | 'correction'> {
  const valid = question.responses.map(({ is_valid }) => is_valid);
  // a file that names no right answer corrects nothing
  if (!valid.includes(true) || valid.every((isValid, index) => isValid === there.valid[index])) return { notes: [], correction: null };
  const isTheirs = importer.isAdmin || there.account_id === importer.accountId;
  const params = { known: lettersOf(there.valid), found: lettersOf(valid) };
  return { notes: [finding('answer', isTheirs ? 'otherKey' : 'otherKeyNotYours', params)], correction: isTheirs ? question : null };
}

const lettersOf = (valid: readonly boolean[]): string => valid.flatMap((isValid, index) => (isValid ? [letterOf(index)] : [])).join(', ') || '–';
