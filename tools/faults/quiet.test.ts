import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Ways } from './calls.ts';
import { hasSentAll, settleAll, watchRepair } from './quiet.ts';
import type { Student } from './student.ts';

const READ_MS = 60;
const LATER_MS = 300;
const fresh = { known: { phases: [], title: 'now' }, question: null, ownPosts: {}, feed: null };

/** A student whose page shows a model that a test can replace. */
function showing(accountId: number, first: object): { student: Student; show: (model: object) => void } {
  let model = first;
  const device = { page: { place: () => 'running', model: () => model }, freshModel: () => fresh };
  const student = { accountId, token: '', isRemoved: false, connectedAtMs: 0, device } as unknown as Student;
  return { student, show: (next) => (model = next) };
}

test('[B2398] a client is measured to its last change, however late that is seen, next to what a page needs that opens', async () => {
  const ways = {
    async send() {
      await pause(READ_MS);
      return { status: 200, headers: {}, text: '{}' };
    },
  } as unknown as Ways;
  const right = showing(1, { ...fresh });
  const late = showing(2, { ...fresh, known: { phases: [], title: 'before' } });
  void pause(LATER_MS).then(() => late.show({ ...fresh }));
  const quietAtMs = Date.now();
  const standings = await watchRepair({ ways, students: [right.student, late.student], assessmentId: 1, quietAtMs, isCanceled: false });
  expect(standings).toMatchObject([
    { accountId: 1, difference: null, repairedAfterMs: 0 },
    { accountId: 2, difference: null },
  ]);
  expect(standings[1]!.repairedAfterMs).toBeGreaterThanOrEqual(LATER_MS - 5);
  expect(standings[0]!.controlMs).toBeGreaterThanOrEqual(2 * READ_MS - 5); // it asks for the state, and then for the posts
});

test('[B3071] a storm waits for what is added while it waits, and for pages that have not read their device yet', async () => {
  const done: string[] = [];
  const parts: Promise<unknown>[] = [];
  const after = (name: string, then = (): void => undefined) => pause(20).then(() => void (then(), done.push(name)));
  parts.push(
    Promise.reject(new Error('refused')),
    after('sent out', () => parts.push(after('comes back', () => parts.push(after('answers'))))),
  );
  await settleAll(parts);
  expect(done).toEqual(['sent out', 'comes back', 'answers']);

  const phones = (...waiting: (number | null)[]) =>
    hasSentAll({ devices: waiting.map((count) => ({ page: { waiting: () => count } })), hasLeft: () => false } as unknown as Student);
  expect([phones(0), phones(0, 0), phones(1), phones(null), phones(0, null)]).toEqual([true, true, false, false, false]);
  expect(hasSentAll({ devices: [{ page: null }], hasLeft: () => false } as unknown as Student)).toBe(true);
});
