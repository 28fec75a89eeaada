import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { writeZip } from '../../../platform/zip/index.ts';
import type { ExportedQuestion, LoadImage } from './export/exported-question.ts';
import { openWriter } from './export/open-writer.ts';
import { writeGift } from './gift/write-gift.ts';
import type { ImportedItem, ImportedQuestion } from './imported-question.ts';
import { writePackage } from './qti/write-package.ts';
import { parseQuestionFile } from './read-file.ts';
import { writeSheet } from './sheet/write-sheet.ts';
import { arbitraryQuestion } from './testing/arbitrary-question.ts';

const writer = await openWriter();
afterAll(() => writer.end());
const loadImage: LoadImage = async (id) => ({ name: `${id}.png`, mimeType: 'image/png', bytes: Buffer.from([137, 80, 78, 71, id]) });

async function* each(questions: readonly ExportedQuestion[]): AsyncGenerator<ExportedQuestion> {
  yield* questions;
}
async function bytesOf(pieces: AsyncIterable<Buffer | string>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(Buffer.from(piece as Buffer));
  return Buffer.concat(all);
}
async function read(bytes: Buffer): Promise<ImportedItem[]> {
  const items: ImportedItem[] = [];
  for await (const item of parseQuestionFile(bytes).items) items.push(item);
  return items;
}

/** Replaces image numbers by their content, since each side numbers them differently. */
async function comparable(question: ImportedQuestion, bytesOfImage: (id: number) => Promise<Buffer>): Promise<unknown> {
  const ids = [...JSON.stringify(question).matchAll(/"file_id":(\d+)/g)].map(([, id]) => Number(id));
  let json = JSON.stringify(question);
  for (const id of new Set(ids))
    json = json
      .replaceAll(`"file_id":${id},`, `"file":"${(await bytesOfImage(id)).toString('hex')}",`)
      .replaceAll(`"file_id":${id}}`, `"file":"${(await bytesOfImage(id)).toString('hex')}"}`);
  return JSON.parse(json);
}

async function expectSame(
  written: Buffer,
  questions: readonly ExportedQuestion[],
  kept: (question: ImportedQuestion) => Partial<ImportedQuestion> = (question) => question,
): Promise<void> {
  const items = await read(written);
  expect(items.map(({ problems }) => problems)).toEqual(questions.map(() => []));
  for (const [index, item] of items.entries()) {
    const { id: _, ...question } = questions[index] as ExportedQuestion;
    const found = await comparable(item.question as ImportedQuestion, async (id) => (await item.images[id - 1]?.read()) ?? Buffer.alloc(0));
    const expected = await comparable(question, async (id) => (await loadImage(id))?.bytes ?? Buffer.alloc(0));
    expect(kept(found as ImportedQuestion)).toEqual(kept(expected as ImportedQuestion));
  }
}

const RUNS = { seed: 20_261_120, numRuns: 120 };
const several = (isRich: boolean) => fc.array(arbitraryQuestion({ isRich }), { minLength: 1, maxLength: 3 });

describe('what is exported and imported again is the same question', () => {
  test('GIFT: texts, formatting, formulas, images, feedback, category, tags and what is right', async () => {
    await fc.assert(
      fc.asyncProperty(several(true), async (questions) => {
        const kept = ({ published_state: _state, responses, ...rest }: ImportedQuestion) => ({
          ...rest,
          responses: responses.map(({ sub_grade: _points, match_label: _label, ...response }) => response),
        });
        const inOneCluster = questions.map((question) => ({ ...question, names: { ...question.names, cluster: questions[0]?.names.cluster ?? '' } }));
        await expectSame(await bytesOf(writeGift(each(inOneCluster), loadImage, writer)), inOneCluster, kept as never);
      }),
      RUNS,
    );
  });

  test('QTI 3: the same, and the points', async () => {
    await fc.assert(
      fc.asyncProperty(several(true), async (questions) => {
        const numbered = questions.map((question, index) => ({ ...question, id: index + 1 }));
        await expectSame(await bytesOf(writeZip(writePackage(each(numbered), loadImage, writer))), numbered, ({ published_state: _state, ...rest }) => rest);
      }),
      RUNS,
    );
  });

  test('xlsx: lines of text with formulas, points, match levels and everything the bank names', async () => {
    await fc.assert(
      fc.asyncProperty(several(false), async (questions) => {
        const named = questions.map((question) => ({
          ...question,
          names: { ...question.names, subject: 'Physics', grade: '9', standard: 'NGSS', type: 'Multiple Choice' },
        }));
        await expectSame(
          await writeSheet(each(named), 'Questions', writer)
            .toArray()
            .then((pieces) => Buffer.concat(pieces as Buffer[])),
          named,
        );
      }),
      RUNS,
    );
  });
});
