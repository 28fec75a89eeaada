import { describe, expect, test } from 'vitest';
import { addAnswer, addLeftItem, confirmDraft, mergeServerDraft, dismissRefused, refuseItem, writeDraft, type Step, type Writing } from './changes.ts';
import { isDeletable, standingOf, type DraftItem, type OutboxItem } from './item.ts';

const writing: Writing = { account_id: 7, assessment_id: 1, session_id: 3, form: 'Form - 1A', response_id: 11, comment: 'because', written_at: 1_000_000 };

/** Runs steps one after the other, as a store does. */
function run(...steps: Step<unknown>[]): OutboxItem[] {
  const items = new Map<string, OutboxItem>();
  for (const step of steps) {
    const { put, remove } = step([...items.values()]);
    for (const key of remove) items.delete(key);
    for (const item of put) items.set(item.key, item);
  }
  return [...items.values()];
}

const saved = { revision: 2_000_000, saved_at: '2026-11-20T10:24:07.000Z' };

describe('drafts', () => {
  test('the revision grows with every change, also when the clock stands still or goes back', () => {
    const revisions = [writing, { ...writing, comment: 'b' }, { ...writing, written_at: 10 }].map(
      (_, index, all) => (run(...all.slice(0, index + 1).map(writeDraft))[0] as DraftItem).revision,
    );
    expect(revisions[1]).toBeGreaterThan(revisions[0] ?? 0);
    expect(revisions[2]).toBeGreaterThan(revisions[1] ?? 0);
  });

  test('the revision is above what the server holds from another device', () => {
    const [draft] = run(mergeServerDraft(writing, saved), writeDraft({ ...writing, written_at: 5 })) as [DraftItem];
    expect(draft.revision).toBe(saved.revision + 1);
    expect(standingOf(draft)).toBe('waiting');
  });

  test('of two devices the later writing stays: a newer draft of the server takes the place of an older one here', () => {
    const [draft] = run(writeDraft(writing), mergeServerDraft({ ...writing, response_id: 12, comment: 'elsewhere' }, saved)) as [DraftItem];
    expect(draft).toMatchObject({ response_id: 12, comment: 'elsewhere', revision: saved.revision });
    expect(standingOf(draft)).toBe('received');
  });

  test('an older draft of the server leaves what was written here, which still has to be sent', () => {
    const [draft] = run(writeDraft({ ...writing, written_at: 3_000_000 }), mergeServerDraft({ ...writing, comment: 'old' }, saved)) as [DraftItem];
    expect(draft.comment).toBe('because');
    expect(standingOf(draft)).toBe('waiting');
  });

  test('confirming an older revision leaves words written since unsent', () => {
    const sent = run(writeDraft(writing))[0] as DraftItem;
    const [draft] = run(
      writeDraft(writing),
      writeDraft({ ...writing, comment: 'because of this' }),
      confirmDraft(sent.key, { revision: sent.revision, saved_at: saved.saved_at }),
    );
    expect(draft && standingOf(draft)).toBe('waiting');
  });

  test('a draft that was refused is tried again once it changes', () => {
    const sent = run(writeDraft(writing))[0] as DraftItem;
    const refuse = refuseItem(sent, { code: 'VALIDATION_FAILED', message: 'too long', at: 1 });
    expect(run(writeDraft(writing), refuse).map(standingOf)).toEqual(['refused']);
    expect(run(writeDraft(writing), refuse, writeDraft({ ...writing, comment: 'short' })).map(standingOf)).toEqual(['waiting']);
    expect(run(writeDraft(writing), writeDraft({ ...writing, comment: 'short' }), refuse).map(standingOf)).toEqual(['waiting']);
  });
});

describe('answers', () => {
  test('an answer takes the place of its form’s draft and of no other', () => {
    const other = { ...writing, form: 'Form - 2' } as const;
    const items = run(writeDraft(writing), writeDraft(other), addAnswer(writing));
    expect(items.map(({ kind, form }) => [kind, form])).toEqual([
      ['draft', 'Form - 2'],
      ['answer', 'Form - 1A'],
    ]);
  });

  test('[LIVE-24] a second press is the same answer', () => {
    expect(run(addAnswer(writing), addAnswer({ ...writing, response_id: 12 }))).toMatchObject([{ kind: 'answer', response_id: 11 }]);
  });

  test('after answering, a straggling draft is not kept', () => {
    expect(run(addAnswer(writing), writeDraft(writing))).toHaveLength(1);
  });

  test('an answer that was refused makes room for a corrected one, under a key of its own', () => {
    const first = run(addAnswer(writing))[0] as OutboxItem;
    const steps: Step<unknown>[] = [
      () => ({ put: [first], remove: [], result: null }),
      refuseItem(first, { code: 'VALIDATION_FAILED', message: 'too long', at: 1 }),
    ];
    expect(run(...steps)).toMatchObject([{ refusal: { message: 'too long' } }]);
    const [second, ...rest] = run(...steps, addAnswer({ ...writing, comment: 'short' }));
    expect(rest).toEqual([]);
    expect(second?.key).not.toBe(first.key);
  });

  test('only what was refused can be put away', () => {
    const waiting = run(addAnswer(writing))[0] as OutboxItem;
    const keep: Step<unknown> = () => ({ put: [waiting], remove: [], result: null });
    expect(run(keep, dismissRefused(waiting.key))).toHaveLength(1);
    expect(run(keep, refuseItem(waiting, { code: 'PHASE_CLOSED', message: 'closed', at: 1 }), dismissRefused(waiting.key))).toHaveLength(0);
  });

  test('what waits or was refused is never forgotten by itself', () => {
    const waiting = run(addAnswer(writing))[0] as OutboxItem;
    const year = 365 * 86_400_000;
    expect(isDeletable(waiting, writing.written_at + year)).toBe(false);
    expect(isDeletable({ ...waiting, refusal: { code: 'PHASE_CLOSED', message: 'closed', at: 1 } }, writing.written_at + year)).toBe(false);
    expect(isDeletable({ ...waiting, kind: 'answer', received_at: saved.saved_at } as OutboxItem, writing.written_at + year)).toBe(true);
  });
});

describe('a refused answer of a page without a database', () => {
  const refusal = { code: 'PHASE_CLOSED', message: 'Form - 1A has closed.', at: 1 };
  const left: OutboxItem = { ...writing, comment: 'because of this', kind: 'answer', key: 'left', order: 4, refusal, received_at: null };

  test('[B3091] takes the place of the older draft that the device has, since its words are newer', () => {
    expect(run(writeDraft({ ...writing, written_at: left.written_at - 1 }), addLeftItem(left))).toEqual([{ ...left, order: 2 }]);
  });

  test('[B3091] leaves what was written after it', () => {
    const kept = run(writeDraft({ ...writing, written_at: left.written_at + 1 }), addLeftItem(left));
    expect(kept).toMatchObject([{ kind: 'draft', comment: 'because' }]);
  });

  test('[B3091] leaves an answer that the device has', () => {
    expect(run(addAnswer(writing), addLeftItem(left))).toMatchObject([{ kind: 'answer', comment: 'because', refusal: null }]);
  });
});
