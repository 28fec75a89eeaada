import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { draftUpdateByPost, questionCreate, questionGet, questionList, questionUpdate, questionUpdateByPost, questionVersionList } from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { startTestApp, type TestApp } from '../../../testing/index.ts';
import { createScenario, type Scenario, type TestPerson } from '../../../testing/scenario.ts';
import { createFileStorage, storeFile } from '../../school/files/index.ts';
import { makeReferences, questionBody, type TestReferences } from './testing/references.ts';

let app: TestApp;
let scenario: Scenario;
let references: TestReferences;
let schoolId: number;
let teacher: TestPerson;
let admin: TestPerson;
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  references = await makeReferences(app);
  schoolId = await scenario.school();
  teacher = await scenario.person('teachers', schoolId);
  admin = await scenario.person('admin', null);
});
afterAll(() => app.close());

type Body = Record<string, unknown>;
const send = (changes: Body = {}, person = teacher) => person.call(questionCreate, { body: questionBody(references, changes) });
const refused = async (changes: Body, person = teacher): Promise<unknown> => {
  const reply = await send(changes, person);
  expect(reply.status).toBe(422);
  return reply.error?.errors;
};
const [right, wrong] = questionBody({} as TestReferences)['responses'] as [Body, Body];

describe('[Q240] what a published question lacks is said at its field', () => {
  test.each([
    ['Q283', { title: '' }, { title: ['Title is required'] }],
    ['Q284', { type_id: '' }, { type_id: ['Question Type is required'] }],
    ['Q285', { topic_id: null }, { topic_id: ['Question Topic is required'] }],
    ['Q256', { standard_id: '' }, { standard_id: ['Standard is required'] }],
    ['Q257', { question_subject_id: '' }, { question_subject_id: ['Subject is required'] }],
    ['Q258', { question_grade_id: '' }, { question_grade_id: ['Grade is required'] }],
    ['Q260', { published_state: '' }, { published_state: ['Published State is required'] }],
    ['Q286', { overall_grade: '' }, { overall_grade: ['Overall Grade is required'] }],
    ['Q276', { responses: [right] }, { responses: ['Question Must Contain at least two responses.'] }],
    ['Q262', { responses: [right, { ...wrong, title: ' ' }] }, { 'responses.1.title': ['Title is required'] }],
    ['Q263', { responses: [right, { ...wrong, match_label: '' }] }, { 'responses.1.match_label': ['Match Level is required'] }],
    ['Q264', { responses: [right, { ...wrong, description: null }] }, { 'responses.1.description': ['Response is required'] }],
    [
      'Q264',
      { responses: [right, { ...wrong, description: { type: 'doc', content: [{ type: 'paragraph' }] } }] },
      { 'responses.1.description': ['Response is required'] },
    ],
    ['Q265', { responses: [right, { ...wrong, is_valid: '' }] }, { 'responses.1.is_valid': ['Is valid is required'] }],
    ['Q266', { responses: [right, { ...wrong, sub_grade: '' }] }, { 'responses.1.sub_grade': ['Points is required'] }],
    ['Q268', { rubrics: [{ point: '', level: '1' }] }, { 'rubrics.0.point': ['Point is required'] }],
    ['Q269', { rubrics: [{ point: 1, level: '' }] }, { 'rubrics.0.level': ['Level is required'] }],
    [
      'Q270',
      { open_response: [{ criterion_name: '', open_response_grade: 1, rubrics: [] }] },
      { 'open_response.0.criterion_name': ['Criterion Name is required'] },
    ],
    ['Q271', { open_response: [{ criterion_name: 'C', rubrics: [] }] }, { 'open_response.0.open_response_grade': ['Open Response Grade is required'] }],
    [
      'Q272',
      { open_response: [{ criterion_name: 'C', open_response_grade: 1, rubrics: [{ level: '' }] }] },
      { 'open_response.0.rubrics.0.point': ['Point is required'], 'open_response.0.rubrics.0.level': ['Level is required'] },
    ],
  ] as [string, Body, object][])('[%s] %j', async (_, changes, errors) => {
    expect(await refused(changes)).toEqual(errors);
  });

  test('[Q259] an Admin chooses a status, nobody else is asked for one', async () => {
    expect(await refused({}, admin)).toEqual({ status: ['Status is required'] });
    expect((await send({ status: '' })).status).toBe(201);
  });

  test.each([-1, 0.5, 1e9, '٣', '-1', '0.5', 'x', '1e9', Number.MAX_SAFE_INTEGER])('[B088] [Q267] %j points are not valid', async (sub_grade) => {
    expect(await refused({ responses: [right, { ...wrong, sub_grade }] })).toEqual({ 'responses.1.sub_grade': ['Points is not valid'] });
  });

  test('[Q267] 0 and whole numbers are, also as text', async () => {
    expect(
      (
        await send({
          rubrics: [],
          responses: [
            { ...right, sub_grade: '7' },
            { ...wrong, sub_grade: 0 },
          ],
        })
      ).body.question,
    ).toMatchObject({
      overall_grade: 7,
      responses: [{ sub_grade: 7 }, { sub_grade: 0 }],
    });
  });

  test('everything that is wrong is said at once', async () => {
    expect(Object.keys((await refused({ title: '', topic_id: '', responses: [{}, {}], overall_grade: null })) as object)).toEqual([
      'title',
      'topic_id',
      'overall_grade',
      ...[0, 1].flatMap((index) => ['title', 'match_label', 'description', 'is_valid', 'sub_grade'].map((name) => `responses.${index}.${name}`)),
    ]);
  });
});

describe('points', () => {
  test('[Q277] [Q278] [Q279] [Q280] follow from the rubric row of the same level, and the overall grade from them', async () => {
    const reply = await send({
      rubrics: [
        { point: 6, level: 2, description: '' },
        { point: 3, level: 'B', description: '' },
      ],
      responses: [
        { ...right, match_label: '2', sub_grade: 1 },
        { ...wrong, match_label: 'B', sub_grade: 9 },
      ],
      overall_grade: 99,
    });
    expect(reply.body.question).toMatchObject({ overall_grade: 6, responses: [{ sub_grade: 6 }, { sub_grade: 3 }] });
  });

  test('[Q173] [Q174] [Q281] [Q282] a criterion’s grade is its highest point, the total their sum', async () => {
    const criterion = (points: number[]) => ({
      criterion_name: 'C',
      open_response_grade: 1,
      rubrics: points.map((point) => ({ point, level: String(point) })),
    });
    const { question } = (await send({ open_response: [criterion([1, 4]), criterion([2])] })).body;
    expect(question).toMatchObject({ open_response_grade: 6, open_response: [{ open_response_grade: 4 }, { open_response_grade: 2 }] });
  });

  test('[Q005] a question without criteria is saved', async () => {
    expect((await send({ open_response: [] })).body.question).toMatchObject({ open_response: [], open_response_grade: null });
  });
});

describe('[Q274] a draft', () => {
  test('is checked for its title alone', async () => {
    const reply = await teacher.call(questionCreate, {
      body: { title: 'Later', published_state: 'DRAFT', responses: [{ sub_grade: -1 }], rubrics: [{ point: 'x' }], overall_grade: 0.5 },
    });
    expect(reply).toMatchObject({
      status: 201,
      body: { question: { published_state: 'DRAFT', responses: [{ sub_grade: null }], rubrics: [{ point: null }], overall_grade: null } },
    });
    expect((await teacher.call(questionCreate, { body: { published_state: 'DRAFT' } })).error?.errors).toEqual({ title: ['Title is required'] });
  });
});

describe('[B094] what cannot be', () => {
  test.each([
    ['10,000 responses', { responses: Array.from({ length: 10_000 }, () => right) }, 'responses'],
    ['a title without end', { title: 'x'.repeat(501) }, 'title'],
    ['a list of what is no list', { responses: 'two' }, 'responses'],
    ['responses that are none', { responses: [right, 7] }, 'responses.1'],
    ['a type that is not there', { type_id: 999_999 }, 'type_id'],
    ['a cluster that is not there', { topic_id: 999_999 }, 'topic_id'],
    ['an id that is none', { standard_id: 'x' }, 'standard_id'],
    ['too many tags', { tag: Array.from({ length: 31 }, (_, index) => `t${index}`) }, 'tag'],
    ['a tag that is none', { tag: [{}] }, 'tag.0'],
    ['text with NUL', { title: 'a\u0000b' }, 'title'],
    ['rich text that is none', { description: { type: 'doc', content: [{ type: 'iframe' }] } }, 'description'],
    [
      'rich text that runs something',
      {
        description: {
          type: 'doc',
          content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] }] }],
        },
      },
      'description',
    ],
    ['a link that is none', { google_drive_link: [{ name: 'x', url: 'javascript:alert(1)' }] }, 'google_drive_link'],
    ['a data address', { google_drive_link: [{ name: 'x', url: 'data:text/html,x' }] }, 'google_drive_link'],
    ['a file that is not there', { google_drive_link: [{ name: 'x', file_id: 999_999 }] }, 'google_drive_link'],
    ['a picture that is not there', { description: { type: 'doc', content: [{ type: 'image', attrs: { file_id: 999_999, alt: 'x' } }] } }, 'description'],
    ['a title of which nothing can be seen', { title: '\u202e\u200b\u3164' }, 'title'],
    ['a status that is none', { status: 7 }, 'status'],
  ] as [string, Body, string][])('[B088] %s is refused at its field', async (_, changes, field) => {
    expect(Object.keys((await refused(changes)) as object)).toEqual([field]);
  });

  test('[B133] who wrote a question is told within the school, to the author, and to whoever spans the installation', async () => {
    const author = await scenario.person('student', schoolId, { firstName: 'Ines', lastName: 'Kaya' });
    const { id } = (await send({}, author)).body.question;
    await app.db.updateTable('questions').set({ status: 1, teacher_status: 2 }).where('id', '=', id).execute();
    const elsewhere = await scenario.school();
    const seenBy = async (person: TestPerson) => {
      const { question } = (await person.call(questionGet, { params: { id } })).body;
      return [question.full_name, question.school_name === null];
    };
    for (const person of [author, admin, teacher, await scenario.person('student', schoolId)]) expect(await seenBy(person)).toEqual(['Ines Kaya', false]);
    for (const type of ['teachers', 'student'] as const) {
      const stranger = await scenario.person(type, elsewhere);
      expect([type, ...(await seenBy(stranger))]).toEqual([type, '', true]);
      const { data } = (await stranger.call(questionList, { query: { per_page: 200 } })).body;
      expect(JSON.stringify(data)).not.toContain('Kaya');
    }
    const foreign = await scenario.person('teachers', elsewhere);
    expect((await foreign.call(questionVersionList, { params: { id } })).body.data[0]!.full_name).toBe('');
    expect((await teacher.call(questionVersionList, { params: { id } })).body.data[0]!.full_name).toBe('Ines Kaya');
  });

  test('a body that is too large is refused before it is read', async () => {
    expect((await send({ description: 'x'.repeat(3 * 1024 * 1024) })).status).toBe(413);
  });

  test('a row of a list that was archived stays where it was named, and cannot be named anew', async () => {
    const lists = await makeReferences(app);
    const question = (await send({ topic_id: lists.topic_id })).body.question;
    await app.db.updateTable('question_cycles').set({ archived_at: new Date() }).where('id', '=', lists.topic_id).execute();
    const edit = await teacher.call(questionUpdate, {
      params: { id: question.id },
      body: questionBody(references, { topic_id: lists.topic_id, title: 'Other' }),
    });
    expect(edit.status).toBe(200);
    expect(await refused({ topic_id: lists.topic_id })).toEqual({ topic_id: ['Question Topic is no longer in the list. Choose another one.'] });
  });
});

describe('[B094] [K412] [Q412] [Q394] files', () => {
  const files = [{ name: 'ball.gif', bytes: GIF }];

  test('[Q169] a form says the same as JSON, and its files become attachments that can be loaded', async () => {
    const reply = await teacher.call(questionCreate, { body: questionBody(references), files });
    expect(reply.status).toBe(201);
    const { question } = reply.body;
    expect(question).toMatchObject({
      tag: ['forces', 'motion'],
      responses: [{ is_valid: true }, { is_valid: false }],
      google_drive_link: [{ name: 'ball.gif', mimeType: 'image/gif', type: 'aws', target_file: 'ball.gif', url: expect.stringMatching(/^\/files\/\d+\?/) }],
      files: [{ name: 'ball.gif', type: 'image/gif' }],
    });
    expect((await app.server.app.inject({ url: question.google_drive_link[0]!.url })).statusCode).toBe(200);
  });

  test.each([
    ['PUT', questionUpdate],
    ['POST', questionUpdateByPost],
    ['POST to the draft', draftUpdateByPost],
  ])('%s adds files to those that stay, keeps all when none is named, and takes out what is left out', async (_, endpoint) => {
    const { question } = (await teacher.call(questionCreate, { body: questionBody(references), files })).body;
    const edit = async (changes: Body, more: typeof files = []) => {
      const sent = questionBody(references, { ...(endpoint === questionUpdate ? {} : { _method: 'PUT' }), ...changes });
      const reply = await teacher.call(endpoint, { params: { id: question.id }, body: sent, ...(more.length > 0 ? { files: more } : {}) });
      expect(reply.status).toBe(200);
      return reply.body.question.google_drive_link.map(({ name }: { name: string }) => name);
    };
    expect(await edit({})).toEqual(['ball.gif']);
    expect(await edit({ google_drive_link: question.google_drive_link }, [{ name: 'second.gif', bytes: GIF }])).toEqual(['ball.gif', 'second.gif']);
    expect(await edit({ google_drive_link: [{ name: 'Film', url: 'https://drive.example/f', mimeType: 'video/mp4', type: 'drive' }] })).toEqual(['Film']);
    expect(await edit({ google_drive_link: [] })).toEqual([]);
  });

  test('what is no image, audio, video or PDF is refused, and nothing is saved', async () => {
    const reply = await teacher.call(questionCreate, {
      body: questionBody(references, { title: 'With a page' }),
      files: [{ name: 'x.gif', bytes: Buffer.from('<script>alert(1)</script>') }],
    });
    expect(reply.status).toBe(422);
    expect(await app.db.selectFrom('question_versions').select('id').where('title', '=', 'With a page').execute()).toEqual([]);
  });

  test('[B123] files that come with a question count against what a person may keep, and what is not saved leaves no bytes behind', async () => {
    const full = await scenario.person('teachers', schoolId);
    const [byte_size, files] = [2_000_000_000 - 2 * GIF.length, [{ name: 'a.gif', bytes: GIF }]];
    await app.db
      .insertInto('files')
      .values({ account_id: full.accountId, school_id: schoolId, name: 'x', mime_type: 'video/mp4', byte_size, sha256: Buffer.alloc(32), storage_key: 'no/1' })
      .execute();
    const bytesKept = async () => (await readdir(path.join(app.dataDir, 'files'), { recursive: true })).filter((name) => /[0-9a-f]{32}$/.test(name)).length;
    const kept = await bytesKept();
    const incomplete = await full.call(questionCreate, { body: questionBody(references, { title: '' }), files });
    expect([incomplete.status, await bytesKept()]).toEqual([422, kept]);
    expect((await full.call(questionCreate, { body: questionBody(references), files })).status).toBe(201);
    const { question } = (await full.call(questionCreate, { body: questionBody(references), files })).body;
    const statuses = [];
    for (const endpoint of [questionUpdate, questionUpdateByPost])
      statuses.push(
        (
          await full.call(endpoint, {
            params: { id: question.id },
            body: { ...questionBody(references), ...(endpoint === questionUpdate ? {} : { _method: 'PUT' }) },
            files,
          })
        ).error?.code,
      );
    expect(statuses).toEqual(['FILE_SPACE_FULL', 'FILE_SPACE_FULL']);
    expect(await full.call(questionCreate, { body: questionBody(references), files })).toMatchObject({ status: 409, error: { code: 'FILE_SPACE_FULL' } });
    expect(await bytesKept()).toBe(kept + 2);
  });

  test('a file is kept under a name that ends in what it is', async () => {
    const { question } = (await teacher.call(questionCreate, { body: questionBody(references), files: [{ name: 'page.gif.html', bytes: GIF }] })).body;
    const [file] = await app.db.selectFrom('files').select('name').where('id', '=', question.files[0]!.id).execute();
    expect(file?.name).toBe('page.gif.html.gif');
  });

  test('somebody else’s file cannot be attached by its number, but one that stands there may stay', async () => {
    const store = (ownerId: number, school: number) =>
      inTransaction(app.db, (tx) => storeFile(tx, createFileStorage(app.dataDir), { ownerId, schoolId: school, name: 'ball.gif', bytes: GIF }));
    const foreign = await scenario.person('teachers', await scenario.school());
    const fileId = await store(foreign.accountId, await scenario.school());
    expect((await send({ google_drive_link: [{ name: 'x', file_id: fileId }] })).status).toBe(422);
    const own = (await send({ google_drive_link: [{ name: 'mine', file_id: await store(teacher.accountId, schoolId) }] })).body.question;
    const edited = await admin.call(questionUpdate, { params: { id: own.id }, body: questionBody(references, { title: 'By Admin', status: 1 }) });
    expect(edited.body.question.google_drive_link).toMatchObject([{ name: 'mine' }]);
  });

  test('[B139] more than twenty attachments are refused', async () => {
    const links = Array.from({ length: 20 }, (_, index) => ({ name: `L${index}`, url: `https://a.example/${index}` }));
    expect((await send({ google_drive_link: links })).status).toBe(201);
    expect((await teacher.call(questionCreate, { body: questionBody(references, { google_drive_link: links }), files })).error?.errors).toEqual({
      google_drive_link: ['Attachments: at most 20. Remove some.'],
    });
  });
});

test('[B252] [Q171] rich text goes in as text or document and comes out as a document, formulas and images included', async () => {
  const fileId = await inTransaction(app.db, (tx) =>
    storeFile(tx, createFileStorage(app.dataDir), { ownerId: teacher.accountId, schoolId, name: 'stone.gif', bytes: GIF }),
  );
  const document = {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 3 }, content: [{ type: 'text', text: 'Fall' }] },
      { type: 'paragraph', content: [{ type: 'inlineMath', attrs: { latex: 'v=gt' } }] },
      { type: 'image', attrs: { file_id: fileId, alt: 'A falling stone', width: 320, height: 180 } },
    ],
  };
  const { id } = (await send({ description: document })).body.question;
  const { description } = (await teacher.call(questionGet, { params: { id } })).body.question;
  const [heading, formula, picture] = description.content;
  expect([heading, formula]).toEqual(document.content.slice(0, 2));
  const { src, ...attributes } = picture!.attrs!;
  expect({ ...picture, attrs: attributes }).toEqual(document.content[2]);
  expect(src).toMatch(new RegExp(`^/.*\\b${fileId}\\b`));
  expect((await send({ description: 'one\ntwo' })).body.question.description.content).toHaveLength(2);
});

test('[Q168] tags are a list: each once whatever its case, without empty ones', async () => {
  expect((await send({ tag: [' forces ', 'Forces', '', 'motion'] })).body.question.tag.map((tag: string) => tag.toLowerCase())).toEqual(['forces', 'motion']);
  expect((await send({ tag: 'single' })).body.question.tag).toEqual(['single']);
});
