import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { questionCreate, questionList, questionReview, questionStatusUpdate, questionTagList, templateCreate, templateList } from '@classwright/contract';
import { QUESTION_LIMITS } from '@classwright/rules/questions/index';
import { cleanedText } from '@classwright/rules/text/cleaned';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readTestSettings } from '../../../platform/config.ts';
import { startTestApp, type TestApp } from '../../../testing/index.ts';
import { createScenario, type Scenario, type TestPerson } from '../../../testing/scenario.ts';
import { makeReferences, questionBody, type TestReferences } from './testing/references.ts';

const folder = readTestSettings().trialData;
const file = (name: string): string => join(folder ?? '', 'security', name);
const isThere = folder !== null && existsSync(file('xss-payloads.jsonl'));
const readLines = <T>(name: string): T[] =>
  isThere
    ? readFileSync(file(name), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as T)
    : [];
const ATTACKS = 600;

let app: TestApp;
let scenario: Scenario;
let references: TestReferences;
let teacher: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  references = await makeReferences(app);
  teacher = await scenario.person('teachers', await scenario.school());
});
afterAll(() => app.close());

test.skipIf(isThere)('TRIAL_DATA is not set: no real attack strings are tried', () => expect(isThere).toBe(false));

/** Returns the stored form of a short text: well-formed, trimmed, within its limit. */
const toText = (payload: string, max: number): string => [...payload.replaceAll('\u0000', '').toWellFormed().trim()].slice(0, max).join('').trim();

/** Splits `list` into pieces of `size`. */
const piecesOf = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size));

describe.skipIf(!isThere)('attack strings', () => {
  const all = [...readLines<{ payload: string }>('xss-payloads.jsonl'), ...readLines<{ payload: string }>('xss-dompurify-expect.jsonl')]
    .map(({ payload }) => payload)
    .filter((payload) => typeof payload === 'string' && payload.trim() !== '');
  const step = Math.max(1, Math.floor(all.length / ATTACKS));
  const attacks = all.filter((_, index) => index % step === 0);

  test('[B089] stay text in every text field of a question, and come back as they were', { timeout: 120_000 }, async () => {
    for (const piece of piecesOf(attacks, 12)) {
      const at = (index: number, max = 200): string => cleanedText(toText(piece[index % piece.length] as string, max)) || 'x';
      const body = questionBody(references, {
        title: at(0, QUESTION_LIMITS.titleCharacters),
        tag: [at(1, QUESTION_LIMITS.tagCharacters)],
        description: { type: 'doc', content: piece.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text: toText(text, 1_000) || 'x' }] })) },
        rubrics: [{ point: 1, level: at(2), description: at(3) }],
        responses: [4, 5].map((index) => ({
          title: at(index),
          match_label: at(index + 2),
          description: at(index + 4, 1_000),
          is_valid: index === 4,
          sub_grade: 1,
        })),
        open_response: [{ criterion_name: at(10), open_response_grade: 1, description: at(11), rubrics: [{ point: 1, level: at(12), description: at(13) }] }],
        google_drive_link: [{ name: at(14), url: 'https://a.example/x' }],
      });
      const reply = await teacher.call(questionCreate, { body });
      expect([piece, reply.status]).toEqual([piece, 201]);
      expect(reply.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'x-content-type-options': 'nosniff' });
      const { question } = reply.body;
      expect(question).toMatchObject({ title: body['title'], rubrics: body['rubrics'], open_response: body['open_response'] });
      const texts = JSON.stringify(
        question.description.content.flatMap((node: { content?: { type: string }[] }) => (node.content ?? []).map(({ type }) => type)),
      );
      expect(texts).not.toMatch(/[^a-z",[\]]/i);
    }
  });

  test('are no addresses of attachments, links or images', { timeout: 120_000 }, async () => {
    const addresses = attacks.filter((text) => /^\s*(?:javascript|data|vbscript|file|blob):/i.test(text)).slice(0, 40);
    for (const url of ['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,<script>alert(1)</script>', '//evil.example', ...addresses]) {
      const link = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: url } }] }] }] };
      for (const changes of [{ google_drive_link: [{ name: 'x', url }] }, { description: link }, { responses: [{ description: link }, {}] }])
        expect((await teacher.call(questionCreate, { body: questionBody(references, { ...changes, published_state: 'DRAFT' }) })).status).toBe(422);
    }
  });

  test('[B089] search for nothing special, whatever they are', { timeout: 120_000 }, async () => {
    const strings = readLines<{ payload: string }>('injection-strings.jsonl').map(({ payload }) => payload.slice(0, 200));
    const tried = [...strings.filter((_, index) => index % 12 === 0), ...attacks.filter((_, index) => index % 20 === 0).map((text) => text.slice(0, 200))];
    for (const text of tried) {
      const replies = [
        await teacher.call(questionList, { query: { search_text: text, per_page: 1 } }),
        await teacher.call(questionList, { query: { description: text, tag: text.slice(0, 60), per_page: 1 } }),
        await teacher.call(questionTagList, { query: { query: text.slice(0, 60) } }),
        await teacher.call(templateList, { query: { search_text: text } }),
      ];
      for (const { status } of replies) expect([200, 422]).toContain(status);
    }
  });

  test('[B089] and broken JSON break nothing', { timeout: 120_000 }, async () => {
    for (const { base64 } of readLines<{ base64: string }>('json-fuzz.jsonl')) {
      const text = Buffer.from(base64, 'base64').toString('utf8');
      for (const endpoint of [questionCreate, questionStatusUpdate, questionReview, templateCreate]) {
        const { status } = await teacher.call(endpoint, { body: text });
        expect([400, 422]).toContain(status);
      }
    }
  });
});
