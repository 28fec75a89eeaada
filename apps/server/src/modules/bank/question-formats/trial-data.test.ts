/* oxlint-disable vitest/no-conditional-expect -- what is expected of a file follows from what it turns out to be */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { RICH_TEXT_LIMITS } from '@classwright/contract';
import { checkDocument } from '@classwright/rules/rich-text';
import { describe, expect, test } from 'vitest';
import { readTestSettings } from '../../../platform/config.ts';
import { createRandom } from '../../../testing/random.ts';
import { escapeGift } from './gift/escapes.ts';
import type { ImportedItem } from './imported-question.ts';
import { escapeHtml } from './markup/to-html.ts';
import { readAll } from './testing/read-all.ts';

const folder = readTestSettings().trialData;
const filesIn = (path: string): string[] => {
  if (folder === null || !existsSync(join(folder, path))) return [];
  return readdirSync(join(folder, path)).flatMap((name) => (statSync(join(folder, path, name)).isDirectory() ? filesIn(join(path, name)) : [join(path, name)]));
};
const read = (path: string): Buffer => readFileSync(join(folder as string, path));
const linesOf = (path: string): Record<string, unknown>[] =>
  filesIn('security').includes(path)
    ? read(path)
        .toString('utf8')
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>)
    : [];

const formats = filesIn('questions/formats');
const derived = formats.filter((file) => file.includes('/derived/') && !file.endsWith('.json'));

/**
 * Checks that the parsed content is allowed in the bank: documents by the allow-list, and nothing that a browser runs.
 */
function expectSound({ question, problems, images }: ImportedItem): void {
  if (question === null) {
    expect(problems.length).toBeGreaterThan(0);
    return;
  }
  for (const document of [question.description, ...question.responses.map(({ description }) => description)]) {
    const check = checkDocument(document, RICH_TEXT_LIMITS);
    expect(check).toEqual({ ok: true, document });
  }
  expect(JSON.stringify(question)).not.toMatch(/"href":"(?!https?:\/\/|mailto:)/i);
  for (const { title } of question.responses) expect(title.isWellFormed() && !title.includes('\u0000') && title.trim() !== '').toBe(true);
  for (const [, id] of JSON.stringify(question).matchAll(/"file_id":(\d+)/g)) expect(images[Number(id) - 1]).toBeDefined();
}

test.skipIf(formats.length > 0)('TRIAL_DATA is not set: no real files are tried', () => expect(formats).toEqual([]));

describe.skipIf(formats.length === 0)('files as they are found', () => {
  test.each([
    ['moodle.xml', 'moodle', 120],
    ['questions.gift', 'gift', 120],
    ['questions.aiken.txt', 'aiken', 120],
    ['qti21.zip', 'qti', 60],
    ['qti30.zip', 'qti', 60],
  ])('%s: every question, its choices, and the one that is right', async (name, format, count) => {
    const known = new Map(
      ['mmlu', 'openstax-physics-mc']
        .flatMap((file) =>
          read(`questions/${file}.jsonl`)
            .toString('utf8')
            .split('\n')
            .filter((line) => line !== '')
            .map((line) => JSON.parse(line) as { id: string; choices: string[]; answerIndex: number }),
        )
        .map((question) => [question.id, question] as const),
    );
    const { items, ...file } = await readAll(read(`questions/formats/derived/${name}`));
    expect([file.format, items.length, items.filter(({ question }) => question).length]).toEqual([format, count, count]);
    items.forEach(expectSound);
    if (format === 'aiken') return; // names nothing
    for (const { question } of items) {
      const source = known.get(question?.title ?? '');
      expect(question?.responses.length).toBe(source?.choices.length);
      expect(question?.responses.findIndex(({ is_valid }) => is_valid)).toBe(source?.answerIndex);
    }
  });

  test.each(formats.filter((file) => /\.(?:gift|xml|qti|zip)$/.test(file)))('%s: is read, or says why not', async (file) => {
    const { items, problem } = await readAll(read(file));
    if (problem !== null) expect(problem).toMatch(/^(?:onlyManifest|nothing|noItems|sheet\.not_xlsx|xml\.\w+)$/);
    else expect(items.length).toBeGreaterThan(0);
    items.forEach(expectSound);
  });

  test.each(derived)('[B074] %s, cut anywhere and shuffled: never a fault, and what is whole is read', { timeout: 120_000 }, async (file) => {
    const bytes = read(file);
    const random = createRandom(20_261_120);
    for (let round = 0; round < 25; round += 1) {
      const cut = bytes.subarray(0, random.below(bytes.length));
      (await readAll(cut)).items.forEach(expectSound);
    }
    for (let round = 0; round < 10; round += 1) {
      const at = random.below(bytes.length);
      const shuffled = file.endsWith('.zip')
        ? Buffer.concat([bytes.subarray(at), bytes.subarray(0, at)])
        : Buffer.from(
            bytes
              .toString('utf8')
              .split('\n')
              .map((line) => [random.below(1e9), line] as const)
              .sort(([a], [b]) => a - b)
              .map(([, line]) => line)
              .join('\n'),
          );
      (await readAll(shuffled)).items.forEach(expectSound);
      const flipped = Buffer.from(bytes);
      for (let flips = 0; flips < 20; flips += 1) flipped[random.below(flipped.length)] = random.below(256);
      (await readAll(flipped)).items.forEach(expectSound);
    }
  });

  test.each(filesIn('spreadsheets'))('[B076] %s: never a fault', { timeout: 20_000 }, async (file) => {
    const before = process.memoryUsage().rss;
    const { items } = await readAll(read(file));
    items.forEach(expectSound);
    expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000);
  });

  test('[B076] the sheet with six ways to write the key: its questions are read, its faults named by their rows', async () => {
    const { items } = await readAll(read('spreadsheets/made/question_bank_import.xlsx'));
    expect(items.filter(({ question }) => question)).toHaveLength(62);
    expect(items.filter(({ question }) => !question).map(({ number, problems }) => [number, problems.map(({ message }) => message).join()])).toEqual([
      [62, 'oneChoice'],
      [63, 'empty'],
      [65, 'unknownKey'],
      [67, 'choiceTwice'],
    ]);
    expect(items.find(({ number }) => number === 66)?.question?.responses.map(({ title, is_valid }) => [title, is_valid])).toEqual([
      ['TRUE', true],
      ['FALSE', false],
    ]); // a row of truth values is one
    expect(items.find(({ number }) => number === 64)?.notes).toMatchObject([{ message: 'severalRight' }]);
  });
});

const attacks = [...linesOf('security/xss-payloads.jsonl'), ...linesOf('security/injection-strings.jsonl'), ...linesOf('security/xss-dompurify-expect.jsonl')]
  .map(({ payload }) => payload)
  .filter((payload): payload is string => typeof payload === 'string');

describe.skipIf(attacks.length === 0)('[B077] attack strings in every field of every format', () => {
  const each = async (write: (payload: string, number: number) => string, wrap: (all: string) => string = (all) => all): Promise<ImportedItem[]> =>
    (await readAll(wrap(attacks.map(write).join('\n\n')))).items;

  test('GIFT: as HTML and as text', { timeout: 60_000 }, async () => {
    const items = await each((payload, number) => {
      const text = escapeGift(payload.replace(/\r?\n/g, ' '));
      return `::${number} ${text}::[${number % 2 === 0 ? 'html' : 'plain'}]${number} ${text}{=${number} ${text}#${text}\n~wrong ${text}}`;
    });
    expect(items.length).toBeGreaterThanOrEqual(attacks.length * 0.99); // a few are comments to GIFT
    items.forEach(expectSound);
  });

  test('Moodle XML', { timeout: 60_000 }, async () => {
    const items = await each(
      (payload, number) => {
        const text = escapeHtml(payload);
        return `<question type="multichoice"><name><text>${number} ${text}</text></name><questiontext format="html"><text>${number} ${text}</text></questiontext><answer fraction="100"><text>${number} ${text}</text><feedback><text>${text}</text></feedback></answer><answer fraction="0"><text>wrong</text></answer><tags><tag><text>${text}</text></tag></tags></question>`;
      },
      (all) => `<quiz>${all}</quiz>`,
    );
    expect(items).toHaveLength(attacks.length);
    items.forEach(expectSound);
  });

  test('QTI, where they are markup', { timeout: 60_000 }, async () => {
    for (const payload of attacks.slice(0, 600)) {
      const { items } = await readAll(
        `<assessmentItem title="${escapeHtml(payload)}"><itemBody><p>x ${payload}</p><choiceInteraction><simpleChoice identifier="a">a ${payload}</simpleChoice><simpleChoice identifier="b">b</simpleChoice></choiceInteraction></itemBody></assessmentItem>`,
      );
      items.forEach(expectSound);
    }
  });
});
