import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { QuestionContent, RichTextDocument } from '@classwright/contract';
import { inTransaction, type Tx } from '../../../platform/database/index.ts';
import { startTestApp, type TestApp } from '../../../testing/index.ts';
import { createScenario, type Scenario, type TestPerson } from '../../../testing/scenario.ts';
import { createFileStorage, storeFile } from '../../school/files/index.ts';
import {
  createQuestion,
  editQuestion,
  loadQuestionVersions,
  markUsed,
  type QuestionVersion,
  toRevealedQuestionView,
  toStaffQuestionView,
  toStudentQuestionView,
} from './index.ts';

let app: TestApp;
let scenario: Scenario;
let author: TestPerson;
let schoolId: number;
const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(app.db, work);
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const urlOf = (id: number): string => `/files/${id}?signed`;

const content: QuestionContent = {
  title: 'Free fall',
  description: 'Which ball lands first?',
  published_state: 'PUBLISHED',
  tag: ['forces'],
  overall_grade: 4,
  rubrics: [{ point: 4, level: 'right', description: 'All of it' }],
  responses: [
    { title: 'The heavy one', match_label: 'weight', description: 'Heavier falls faster', sub_grade: 0 },
    { title: 'Both', match_label: 'right', description: 'Same acceleration', is_valid: true, sub_grade: 4 },
  ],
};
const make = (changes: Partial<QuestionContent> = {}) => inTx((tx) => createQuestion(tx, { authorId: author.accountId, schoolId, ...content, ...changes }));
const editor = () => ({ accountId: author.accountId, schoolId });
const load = async (versionId: number): Promise<QuestionVersion> => (await loadQuestionVersions(app.db, [versionId])).get(versionId) as QuestionVersion;
const upload = (school: number | null, ownerId: number | null = null) =>
  inTx((tx) => storeFile(tx, createFileStorage(app.dataDir), { ownerId, schoolId: school, name: 'ball.gif', bytes: GIF }));
const imageOf = (fileId: number): RichTextDocument => ({
  type: 'doc',
  content: [{ type: 'image', attrs: { file_id: fileId, alt: 'A ball', width: 10, height: 10 } }],
});

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  schoolId = await scenario.school();
  author = await scenario.person('teachers', schoolId);
});
afterAll(() => app.close());

test('a question comes back as it was written, its responses in order, with its words for search', async () => {
  const { versionId } = await make();
  expect(await load(versionId)).toMatchObject({
    version: 1,
    title: 'Free fall',
    overall_grade: 4,
    first_used_at: null,
    attachments: [],
    responses: [
      { position: 1, title: 'The heavy one', match_label: 'weight', is_valid: false, sub_grade: 0 },
      { position: 2, title: 'Both', match_label: 'right', is_valid: true, sub_grade: 4 },
    ],
  });
  const row = await app.db.selectFrom('question_versions').selectAll().where('id', '=', versionId).executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    description_text: 'Which ball lands first?',
    published_state: 'PUBLISHED',
    tag: ['forces'],
    rubrics: [{ point: 4, level: 'right', description: 'All of it' }],
    type_id: 1,
  });
});

test('many versions are loaded with three queries, whatever their number', async () => {
  const ids = [await make(), await make({ title: 'Second' }), await make({ title: 'Third' })].map(({ versionId }) => versionId);
  const versions = await loadQuestionVersions(app.db, ids);
  expect(ids.map((id) => versions.get(id)?.title)).toEqual(['Free fall', 'Second', 'Third']);
  expect([...versions.values()].every(({ responses }) => responses.length === 2)).toBe(true);
  expect(await loadQuestionVersions(app.db, [])).toEqual(new Map());
  await expect(loadQuestionVersions(app.db, [999_999])).rejects.toThrow('999999');
});

describe('what is refused', () => {
  test.each([
    ['no title', { title: '  ' }, 'title'],
    ['a published question with one response', { responses: content.responses.slice(0, 1) }, 'responses'],
    ['a document that is none', { description: { type: 'doc', content: [{ type: 'script' }] } as never }, 'description'],
    [
      'a response whose reasoning is no document',
      { responses: [content.responses[0]!, { title: 'Both', description: { type: 'doc', content: [{ type: 'text', text: 'loose' }] } as never }] },
      'responses.1.description',
    ],
    ['a file that does not exist', { description: imageOf(999_999) }, 'description'],
    ['an attachment that does not exist', { attachments: [{ name: 'x', file_id: 999_999 }] }, 'google_drive_link'],
  ])('%s', async (_, changes, field) => {
    await expect(make(changes as Partial<QuestionContent>)).rejects.toMatchObject({ code: 'VALIDATION_FAILED', fields: { [field]: [expect.any(String)] } });
  });

  test('a file of another school cannot be shown by naming its number', async () => {
    const foreign = await upload(await scenario.school());
    await expect(make({ description: imageOf(foreign) })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await expect(make({ description: imageOf(await upload(schoolId)) })).resolves.toBeDefined();
  });

  test('a draft needs its title only', async () => {
    await expect(make({ published_state: 'DRAFT', responses: [] })).resolves.toBeDefined();
  });
});

describe('an edit', () => {
  test('changes the version in place while it has not been asked', async () => {
    const { questionId, versionId } = await make();
    const edited = await inTx((tx) =>
      editQuestion(tx, {
        questionId,
        editor: editor(),
        content: { ...content, title: 'Falling', responses: [...content.responses, { title: 'The light one' }] },
      }),
    );
    expect(edited.versionId).toBe(versionId);
    expect(await load(versionId)).toMatchObject({
      version: 1,
      title: 'Falling',
      responses: [{ position: 1 }, { position: 2 }, { position: 3, title: 'The light one' }],
    });
  });

  test('makes the next version once it has been asked, and leaves the asked one as it was', async () => {
    const { questionId, versionId } = await make();
    await inTx((tx) => markUsed(tx, [versionId]));
    const edited = await inTx((tx) => editQuestion(tx, { questionId, editor: editor(), content: { ...content, title: 'Falling' } }));
    expect(edited.versionId).not.toBe(versionId);
    expect(await load(versionId)).toMatchObject({ version: 1, title: 'Free fall' });
    expect(await load(edited.versionId)).toMatchObject({ version: 2, title: 'Falling', first_used_at: null });
    expect(await app.db.selectFrom('questions').select('current_version_id').where('id', '=', questionId).executeTakeFirst()).toEqual({
      current_version_id: edited.versionId,
    });
  });

  test('that was made on an older state is refused', async () => {
    const { questionId } = await make();
    const { updated_at } = await app.db.selectFrom('questions').select('updated_at').where('id', '=', questionId).executeTakeFirstOrThrow();
    const edit = () => inTx((tx) => editQuestion(tx, { questionId, editor: editor(), expectedUpdatedAt: updated_at, content: { ...content, title: 'Mine' } }));
    await edit();
    await expect(edit()).rejects.toMatchObject({ code: 'EDIT_CONFLICT' });
  });

  test('of a question that does not exist is refused', async () => {
    await expect(inTx((tx) => editQuestion(tx, { questionId: 999_999, editor: editor(), content }))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('and another at the same time end in one version after the other', async () => {
    const { questionId, versionId } = await make();
    await inTx((tx) => markUsed(tx, [versionId]));
    await Promise.all(
      ['A', 'B', 'C'].map((title) =>
        inTx(async (tx) => {
          const edited = await editQuestion(tx, { questionId, editor: editor(), content: { ...content, title } });
          await markUsed(tx, [edited.versionId]);
        }),
      ),
    );
    const rows = await app.db.selectFrom('question_versions').select('version').where('question_id', '=', questionId).orderBy('version').execute();
    expect(rows.map(({ version }) => version)).toEqual([1, 2, 3, 4]);
  });
});

test('a version that has been asked cannot be changed by any way into the database', async () => {
  const { versionId } = await make();
  await inTx((tx) => markUsed(tx, [versionId]));
  const first = (await load(versionId)).first_used_at;
  await inTx((tx) => markUsed(tx, [versionId]));
  expect((await load(versionId)).first_used_at).toEqual(first);
  await expect(app.db.updateTable('question_versions').set({ title: 'x' }).where('id', '=', versionId).execute()).rejects.toThrow(/immutable/);
  await expect(app.db.deleteFrom('question_responses').where('question_version_id', '=', versionId).execute()).rejects.toThrow(/immutable/);
});

describe('views', () => {
  test('students see choices, and nothing of validity, points, labels or reasoning', async () => {
    const { questionId, versionId } = await make();
    const version = await load(versionId);
    const view = toStudentQuestionView(version, urlOf);
    expect(view.id).toBe(questionId);
    expect(view.responses).toEqual(version.responses.map(({ id, position, title }) => ({ id, position, response: title })));
    expect(JSON.stringify(view)).not.toMatch(/acceleration|Heavier|weight|right|valid/i);
  });

  test('once correctness is known students see it with the reasoning, but no labels; staff see those too', async () => {
    const version = await load((await make()).versionId);
    const revealed = toRevealedQuestionView(version, urlOf);
    expect(revealed.responses.map(({ is_valid }) => is_valid)).toEqual([false, true]);
    expect(JSON.stringify(revealed)).toContain('Same acceleration');
    expect(JSON.stringify(revealed)).not.toContain('match_label');
    expect(toStaffQuestionView(version, urlOf).responses.map(({ match_label }) => match_label)).toEqual(['weight', 'right']);
  });

  test('images, wherever they stand, and attachments get an address for their reader; the stored document keeps none', async () => {
    const fileId = await upload(schoolId);
    const quoted: RichTextDocument = { type: 'doc', content: [{ type: 'blockquote', content: imageOf(fileId).content }] };
    const version = await load(
      (
        await make({
          description: quoted,
          attachments: [
            { name: 'ball.gif', file_id: fileId },
            { name: 'Film', external: { url: 'https://drive.test/film', mimeType: 'video/mp4', type: 'drive' } },
          ],
          responses: [
            { title: 'A', description: imageOf(fileId) },
            { title: 'B', is_valid: true },
          ],
        })
      ).versionId,
    );
    const view = toStaffQuestionView(version, urlOf);
    expect(view.description.content[0]?.content?.[0]?.attrs).toEqual({ file_id: fileId, alt: 'A ball', width: 10, height: 10, src: urlOf(fileId) });
    expect(view.responses[0]?.description.content[0]?.attrs?.['src']).toBe(urlOf(fileId));
    expect(view.resources).toEqual([
      { name: 'ball.gif', url: urlOf(fileId), mime_type: 'image/gif' },
      { name: 'Film', url: 'https://drive.test/film', mime_type: 'video/mp4' },
    ]);
    expect(JSON.stringify(version.description)).not.toContain('src');
  });
});
