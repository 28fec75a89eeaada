import { endpoint, id, text } from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type HttpServer, implement } from './index.ts';
import { createSmallServer } from './testing/small-server.ts';

const leftEmpty = z.union([z.literal('').transform(() => undefined), id('Topic')]).optional();
const noteSave = endpoint({
  name: 'note.save',
  method: 'PUT',
  path: '/notes/:id',
  access: 'public',
  summary: 'Save a note',
  params: z.object({ id: id('Note') }),
  query: z.object({ topic_id: leftEmpty, start_date: z.union([z.literal(['', null]), z.iso.date()]).optional() }),
  body: z.object({
    title: text({ label: 'Title', max: 20 }).optional(),
    tags: z.array(z.string()).optional(),
    parts: z.array(z.object({ name: z.string() })).optional(),
    kind: z.enum(['long', 'short']).optional(),
  }),
  response: z.object({ got: z.unknown() }),
  errors: [],
  readOnly: true,
});
const noteDeliver = { ...noteSave, name: 'note.deliver', path: '/notes/:id/deliver', mendsText: true } as const;
let server: HttpServer;

beforeAll(() => {
  const contract = [noteSave, noteDeliver];
  server = createSmallServer({
    contract,
    authenticate: async () => Promise.reject(new Error('nobody signs in')),
    implementations: contract.map((declared) => implement(declared, async ({ input }) => ({ got: input }))),
  });
});
afterAll(() => server.app.close());

const put = async (payload: string, url = '/api/notes/1') => {
  const reply = await server.app.inject({ method: 'PUT', url, headers: { 'content-type': 'application/json' }, payload });
  return { status: reply.statusCode, errors: reply.json().errors, got: reply.json().got };
};

describe('a text that no database can hold', () => {
  test.each([
    ['{"title":"a\\ud83d"}', 'title', 'Title'],
    ['{"tags":["fine","\\uDE00b"]}', 'tags.1', 'Tags'],
    ['{"parts":[{"name":"\\ud800"}]}', 'parts.0.name', 'Name'],
    ['{"other":{"deep":["\\udfff"]}}', 'other.deep.0', 'Deep'],
  ])('[B130] %s is refused at its field', async (payload, field, label) => {
    expect(await put(payload)).toMatchObject({ status: 422, errors: { [field]: [`${label} contains a character that cannot be stored. Remove it.`] } });
  });
  test('a whole sign written as two escapes is a sign', async () => {
    expect(await put('{"title":"\\ud83d\\ude00"}')).toMatchObject({ status: 200, got: { title: '😀' } });
  });
  test('[B130] what is typed in class is taken, with a sign for what cannot be shown', async () => {
    expect(await put('{"title":"a\\ud83d"}', '/api/notes/1/deliver')).toMatchObject({ status: 200, got: { title: 'a\ufffd' } });
  });
  test('a body that nests as deep as it can is looked through too', async () => {
    const deep = 5000;
    expect((await put(`{"tags":${'['.repeat(deep)}"\\ud800"${']'.repeat(deep)}}`)).status).toBe(422);
  });
});

describe('what is not known', () => {
  test('[B137] a body of which nothing is taken is refused at each of its fields', async () => {
    expect(await put('{"several_devices":true,"colour":"red"}')).toMatchObject({
      status: 422,
      errors: { several_devices: ['several_devices is not a field of this form'], colour: ['colour is not a field of this form'] },
    });
  });
  test('beside a field that is known others are let by, so that what a call returned can be sent back', async () => {
    expect(await put('{"title":"A","created_at":"2026-01-01"}')).toMatchObject({ status: 200, got: { title: 'A' } });
    expect((await put('{}')).status).toBe(200);
  });
});

describe('sentences name what may be sent', () => {
  test.each([
    ['topic_id=x', { topic_id: ['Topic is not valid. Choose it again from the list.'] }],
    ['start_date=soon', { start_date: ['Start date is not valid'] }],
  ])('%s', async (query, errors) => {
    expect(await put('{}', `/api/notes/1?${query}`)).toMatchObject({ status: 422, errors });
  });
  test('choices stand in a sentence where there are some', async () => {
    expect(await put('{"kind":"wide"}')).toMatchObject({ errors: { kind: ['Kind must be one of: long, short'] } });
  });
  test.each(['\u202e\u200b', ' \u3164 ', '\ufeff'])('[B139] a title of which nothing can be seen (%j) is as good as none', async (title) => {
    expect(await put(JSON.stringify({ title }))).toMatchObject({ status: 422, errors: { title: ['Title is required'] } });
  });
});
