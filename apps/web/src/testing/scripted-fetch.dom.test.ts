import { expect, test, vi } from 'vitest';
import { scriptFetch } from './scripted-fetch.ts';

test('a call without an answer ends when it is given up, and never once the test that made it has ended', async () => {
  scriptFetch({ 'GET /rooms': 'never' });
  const [first, second] = [new AbortController(), new AbortController()];
  const ended: string[] = [];
  const ask = (name: string, { signal }: AbortController) => fetch('/api/rooms', { signal }).catch(() => ended.push(name));
  void ask('second', second);
  const given = ask('first', first);
  first.abort();
  await given;
  vi.unstubAllGlobals();
  second.abort();
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(ended).toEqual(['first']);
});
