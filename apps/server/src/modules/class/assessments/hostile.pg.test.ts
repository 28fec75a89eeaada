import {
  assessmentCreate,
  assessmentGet,
  assessmentHint,
  assessmentUpdate,
  type RichTextDocument,
  type RichTextNode,
  topicCreate,
} from '@classwright/contract';
import { cleanedText } from '@classwright/rules/text/cleaned';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { createScenario, startTestApp, type TestApp, type TestLesson, type TestPerson } from '../../../testing/index.ts';
import { spread, trialLines } from '../../../testing/trial-data.ts';
import { createTopic } from '../classes/index.ts';
import { createReferenceRow } from '../../school/reference/index.ts';

/** The number of samples from each file. */
const OF_EACH = 25;
const texts = [
  ...spread(
    trialLines<{ name: string }>('names/edge-names.jsonl').map(({ name }) => name),
    OF_EACH,
  ),
  ...spread(
    trialLines<{ s: string }>('names/big-list-of-naughty-strings.jsonl').map(({ s }) => s),
    OF_EACH,
  ),
  ...spread(
    trialLines<{ payload: string }>('security/xss-payloads.jsonl').map(({ payload }) => payload),
    OF_EACH,
  ),
  ...spread(
    trialLines<{ payload: string }>('security/xss-dompurify-expect.jsonl').map(({ payload }) => payload),
    OF_EACH,
  ),
  ...spread(
    trialLines<{ payload: string }>('security/injection-strings.jsonl').map(({ payload }) => payload),
    OF_EACH,
  ),
];

let app: TestApp;
let room: TestLesson;
let teacher: TestPerson;
let body: Record<string, unknown>;

beforeAll(async () => {
  app = await startTestApp();
  room = await createScenario(app).lesson();
  teacher = room.teacher;
  body = await inTransaction(app.db, async (tx) => {
    const level_id = await createReferenceRow(tx, 'levels', { name: 'Grade 10' });
    return {
      title: 'Circuits',
      level_id,
      protocol_id: await createReferenceRow(tx, 'protocols', { name: 'Peer instruction' }),
      class_id: room.courseId,
      topic_id: await createTopic(tx, room.courseId, 'Circuits'),
      group_id: await createReferenceRow(tx, 'groups', { name: 'All', color: 'blue', style: 'solid' }),
      standard_id: await createReferenceRow(tx, 'standards', { name: 'PH-4', level_id }),
      subject_id: await createReferenceRow(tx, 'question_subjects', { name: 'Physics' }),
      period_id: await createReferenceRow(tx, 'assessment_periods', { name: 'Period 3', start_time: '10:35', end_time: '11:25' }),
      grade_id: await createReferenceRow(tx, 'question_grades', { name: 'Ages 14–16' }),
      schedule_date: '2026-03-31',
      questions: [room.first.questionId, room.transfer.questionId],
    };
  });
});
afterAll(() => app.close());

interface Stored {
  title: string;
  description: RichTextDocument;
  google_drive_link: { name: string }[];
}
const PLAIN = ['doc', 'paragraph', 'text', 'hardBreak'];

/** Returns the errors of an assessment that is full of one text. Null: it was refused, at these fields. */
function oddities(text: string, stored: Stored | null, refused: readonly string[]): string[] {
  if (stored === null) return refused.filter((field) => !['title', 'description', 'google_drive_link.0.name'].includes(field));
  const written = cleanedText(text.toWellFormed());
  const names = [stored.title, stored.google_drive_link[0]?.name ?? ''].filter((name) => name.trim() !== written);
  return [...names, ...kindsOf(stored.description).filter((kind) => !PLAIN.includes(kind))];
}

const kindsOf = (node: RichTextNode): string[] => [node.type, ...(node.content ?? []).flatMap(kindsOf)];

test.skipIf(texts.length > 0)('TRIAL_DATA is not set: no real names and no attack strings are tried', () => expect(texts).toEqual([]));

test.skipIf(texts.length === 0)(
  '[B061] names and attack strings in title, description, attachments and topics come back as they were written, or are refused at their field',
  { timeout: 120_000 },
  async () => {
    for (const text of texts) {
      const reply = await teacher.call(assessmentCreate, {
        body: { ...body, title: text, description: text, google_drive_link: [{ name: text, url: 'https://films.test/1' }] },
      });
      expect([text, [201, 422].includes(reply.status)]).toEqual([text, true]);
      const { id } = reply.body.assessment ?? {};
      const stored = id === undefined ? null : (await teacher.call(assessmentGet, { params: { id } })).body.assessment;
      expect([text, oddities(text, stored, Object.keys(reply.error?.errors ?? {}))]).toEqual([text, []]);
      const topic = await teacher.call(topicCreate, { body: { name: text, external_course_id: room.courseId } });
      expect([text, [201, 422].includes(topic.status)]).toEqual([text, true]);
    }
  },
);

test('[B062] whatever stands where an id, a list or a question is expected, the call is refused and nothing breaks', async () => {
  const odd: unknown[] = [
    null,
    true,
    -1,
    0.5,
    1e300,
    'x',
    '٣',
    '',
    [],
    {},
    [[]],
    { id: 1 },
    ['1; DROP TABLE assessments'],
    '9'.repeat(40),
    Number.MAX_SAFE_INTEGER,
    { __proto__: 1, constructor: {} },
  ];
  for (const field of Object.keys(body))
    for (const value of odd) {
      const reply = await teacher.call(assessmentCreate, { body: { ...body, [field]: value } });
      // any text is a valid title
      expect([field, value, reply.status]).toEqual([field, value, field === 'title' && typeof value === 'string' && value !== '' ? 201 : 422]);
    }
  for (const value of odd) {
    expect((await teacher.call(assessmentHint, { body: { questions: value } })).status).toBe(422);
    expect([404, 405, 422]).toContain((await teacher.call(assessmentUpdate, { params: { id: String(value) }, body })).status);
  }
});

test('[B063] a question of 10,000 responses, a document of 10,000 nodes and 1,000 attachments are refused, not swallowed', async () => {
  const responses = Array.from({ length: 10_000 }, (_, index) => ({ title: `R${index}` }));
  const many = { type: 'doc', content: Array.from({ length: 10_000 }, () => ({ type: 'paragraph' })) };
  const links = Array.from({ length: 1000 }, () => ({ name: 'x', url: 'https://films.test' }));
  for (const changes of [{ questions: [{ title: 'Q', responses }, room.transfer.questionId] }, { description: many }, { google_drive_link: links }])
    expect((await teacher.call(assessmentCreate, { body: { ...body, ...changes } })).status).toBe(422);
});
