import { afterEach, expect, test, vi } from 'vitest';
import { addAnswer, writeDraft, type Writing } from './changes.ts';
import type { Attempt, Outcome } from './deliver.ts';
import type { OutboxItem } from './item.ts';
import type { Outbox } from './outbox.ts';
import { sendWhileLeaving } from './send-while-leaving.ts';
import { startTriggers } from './triggers.ts';

const writing: Writing = { account_id: 7, assessment_id: 1, session_id: 3, form: 'Form - 1A', response_id: 11, comment: 'because', written_at: 1_000_000 };

/** Sends as a closing page would, and returns what was sent and how. */
function leave(items: readonly OutboxItem[], unwritten: readonly Writing[] = []) {
  const sent: { item: OutboxItem; attempt: Attempt }[] = [];
  sendWhileLeaving({
    items,
    unwritten,
    token: 'token-7',
    send: (item, attempt) => {
      sent.push({ item, attempt });
      return Promise.resolve<Outcome>({ is: 'given-up' });
    },
    settle: () => Promise.resolve(),
  });
  return sent;
}

let stop: () => void = () => undefined;
afterEach(() => stop());

test('[L277] a page that is closed hands over what waits, and coming back sends it', () => {
  const outbox = { leave: vi.fn<() => void>(), wake: vi.fn<() => Promise<void>>(() => Promise.resolve()) };
  stop = startTriggers(outbox as unknown as Outbox);
  expect(outbox.leave).not.toHaveBeenCalled();
  dispatchEvent(new Event('pagehide'));
  expect(outbox.leave).toHaveBeenCalledTimes(1);
  dispatchEvent(new Event('pageshow'));
  expect(outbox.wake).toHaveBeenCalledTimes(1);
  stop();
  dispatchEvent(new Event('pagehide'));
  expect(outbox.leave).toHaveBeenCalledTimes(1);
});

test('[L277] what a closing page sends outlives it: answers and words still on their way to the device', () => {
  const [answer] = addAnswer({ ...writing, form: 'Form - 2' })([]).put;
  const sent = leave([answer as OutboxItem], [writing]);
  expect(sent.map(({ item, attempt }) => [item.kind, item.form, attempt.keepalive, attempt.token])).toEqual([
    ['answer', 'Form - 2', true, 'token-7'],
    ['draft', 'Form - 1A', true, 'token-7'],
  ]);
});

test('a closing page sends the newest wording of a form, once', () => {
  const stored = writeDraft({ ...writing, comment: 'bec' })([]).put;
  expect(leave(stored, [writing]).map(({ item }) => item.comment)).toEqual(['because']);
});

test('a closing page sends no more than browsers let outlive it', () => {
  const long = writeDraft({ ...writing, form: 'Form - 2', comment: 'x'.repeat(59_000) })([]).put;
  const short = writeDraft(writing)(long).put;
  expect(leave([...long, ...short]).map(({ item }) => item.form)).toEqual(['Form - 2', 'Form - 1A']);
  const larger = writeDraft({ ...writing, form: 'Form - 2', comment: 'x'.repeat(60_000) })([]).put;
  expect(leave([...larger, ...short])).toEqual([]);
});
