import type { accountIds } from '@classwright/contract/people/accounts/calls';
import { afterEach, expect, test, vi } from 'vitest';
import { watchSession } from '../app/watch-session.ts';
import { person } from '../testing/people.ts';
import { failure, scriptFetch, type SeenCall } from '../testing/scripted-fetch.ts';
import { loadLarge } from './large-answer.ts';
import { queryClient } from './query-client.ts';
import { signIn, signOut } from './session.ts';

afterEach(() => {
  signOut();
  queryClient.clear();
  vi.unstubAllGlobals();
});

let ids = [1, 2];
const ETAG = () => `W/"${ids.join('-')}"`;
const answer = ({ headers }: SeenCall) =>
  headers.get('if-none-match') === ETAG()
    ? { status: 304, body: null }
    : { body: { status: 'success', accounts: { rows: ids.length, columns: { id: ids } } }, headers: { etag: ETAG() } };
const load = async (query = {}) => (await loadLarge<typeof accountIds>('/accounts/ids', { query })).accounts.columns.id;
const tags = (calls: SeenCall[]) => calls.map(({ headers }) => headers.get('if-none-match'));

test('what the page has is not sent again while it stays what it was, and comes whole when it changed', async () => {
  signIn('token', person());
  const calls = scriptFetch({ 'GET /accounts/ids': answer });
  expect([await load(), await load()]).toEqual([
    [1, 2],
    [1, 2],
  ]);
  ids = [1, 2, 3];
  expect([await load(), await load()]).toEqual([
    [1, 2, 3],
    [1, 2, 3],
  ]);
  expect(tags(calls)).toEqual([null, 'W/"1-2"', 'W/"1-2"', 'W/"1-2-3"']);
});

test('another question, an answer without a name and a failure are not mixed up with what is kept', async () => {
  signIn('token', person());
  let reply: ReturnType<typeof answer> | ReturnType<typeof failure> | null = null;
  const calls = scriptFetch({ 'GET /accounts/ids': (call) => reply ?? answer(call) });
  await load();
  await load({ last_name: 'o' });
  expect(tags(calls)).toEqual([null, null]);
  reply = failure(503, 'UNAVAILABLE');
  await expect(load()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  reply = null;
  expect(await load()).toEqual(ids);
  expect(tags(calls).at(-1)).toBe(ETAG());
});

test('the next person of the device is given nothing of the former, nor is what comes after somebody signed out kept', async () => {
  const stop = watchSession(() => undefined);
  signIn('token', person());
  const calls = scriptFetch({ 'GET /accounts/ids': answer });
  await load();
  const late = load({ last_name: 'late' });
  signOut();
  await late;
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
  signIn('other', person({ account_id: 8 }));
  await load();
  expect(tags(calls)).toEqual([null, null, null]);
  stop();
});
