import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeServer } from '../../join/testing/fake-server.ts';
import { post } from '../../join/testing/lesson-data.ts';
import type { Outcome } from './deliver.ts';
import { createDeviceStore } from './device-store.ts';
import { standingOf, type OutboxItem } from './item.ts';
import { createMemoryStore } from './item-store.ts';
import { createKeepingStore } from './keeping-store.ts';
import { addLeftovers } from './leftovers.ts';
import { withLock } from '../../base/keeping/lock.ts';
import { keep, readKept } from '../../base/storage.ts';
import { createOutbox, DRAFT_PAUSE_MS, type Outbox, type OutboxOptions } from './outbox.ts';

const writing = {
  assessment_id: 1,
  session_id: 3,
  form: 'Form - 1A',
  response_id: 11,
  comment: 'because',
  written_at: Date.now(),
} as const satisfies Parameters<Outbox['writeDraft']>[0];

let server: FakeServer;
let device: IDBFactory;
let open: Outbox[];
let signedIn: boolean;
/** Functions that wake a sleeping page's attempts. */
let awaken: (() => void)[] = [];

beforeEach(() => {
  server = new FakeServer();
  server.accounts.set('token-7', '7').set('token-7-again', '7').set('token-8', '8');
  vi.stubGlobal('fetch', server.fetch);
  device = new IDBFactory();
  keep('device', 'cw.outbox.left.7', null);
  open = [];
  signedIn = true;
});
afterEach(() => {
  for (const outbox of open) outbox.stop();
  for (const wakeUp of awaken) wakeUp();
  awaken = [];
  vi.unstubAllGlobals();
});

/** A page of this device. */
function page(options: Partial<OutboxOptions> = {}): Outbox {
  const outbox = createOutbox({
    account_id: 7,
    token: () => (signedIn ? 'token-7' : null),
    store: createKeepingStore(createDeviceStore(device)),
    random: () => 0,
    ...options,
  });
  open.push(outbox);
  return outbox;
}

const WITHOUT_DATABASE = {
  open: (): never => {
    throw new Error('private window');
  },
} as unknown as IDBFactory;
/** A page whose browser has no database. */
const pageWithoutDatabase = (options: Partial<OutboxOptions> = {}) => page({ store: createKeepingStore(createDeviceStore(WITHOUT_DATABASE)), ...options });

/** Stops the page abruptly: nothing of it continues. */
const crash = (outbox: Outbox) => outbox.stop();
const standings = (outbox: Outbox) => outbox.items.get().map((item: OutboxItem) => [item.kind, standingOf(item)]);
const until = (condition: () => boolean) => vi.waitFor(() => expect(condition()).toBe(true), { timeout: 20_000, interval: 5 });

describe('an answer', () => {
  test('is on the device before the first byte is sent', async () => {
    const kept: unknown[] = [];
    server.onCall = async () => void kept.push(await createDeviceStore(device).list(7));
    await page().submitAnswer(writing);
    await until(() => server.posts.length === 1);
    expect(kept[0]).toMatchObject([{ kind: 'answer', response_id: 11, received_at: null }]);
  });

  test('[B007] is filed once when its request is lost on the way', async () => {
    server.losses.push('before');
    const outbox = page();
    await outbox.submitAnswer(writing);
    await until(() => standings(outbox)[0]?.[1] === 'received');
    expect(server.posts).toHaveLength(1);
  });

  test('[B008] is filed once when the reply is lost after the server has acted', async () => {
    server.losses.push('after', 'after');
    const outbox = page();
    await outbox.submitAnswer(writing);
    await until(() => standings(outbox)[0]?.[1] === 'received');
    expect(server.posts).toHaveLength(1);
    expect(new Set(server.calls.map(({ key }) => key)).size).toBe(1);
    expect(server.calls).toHaveLength(3);
  });

  test('survives a page that dies before it was sent', async () => {
    server.offline = true;
    const first = page();
    await first.submitAnswer(writing);
    crash(first);
    server.offline = false;
    const second = page();
    await until(() => standings(second)[0]?.[1] === 'received');
    expect(server.posts).toMatchObject([{ response_id: 11, comment: 'because' }]);
  });

  test('survives a page that dies after the server has acted, and is not filed twice', async () => {
    const first = page({ send: () => new Promise((resolve) => awaken.push(() => resolve({ is: 'given-up' }))) });
    const answer = await first.submitAnswer(writing);
    await fetch('/api/posts/add', {
      method: 'POST',
      headers: { authorization: 'Bearer token-7', 'idempotency-key': answer.key },
      body: JSON.stringify(writing),
    });
    crash(first);
    // The sleeping page still holds the lock. The next one does not wait for it forever.
    const second = page({ lock: (name, work) => withLock(name, work, { patienceMs: 50 }) });
    await second.ready;
    expect(standings(second)).toEqual([['answer', 'waiting']]);
    await vi.waitFor(() => expect(standings(second)).toEqual([['answer', 'received']]), 10_000);
    expect(server.posts).toHaveLength(1);
  });

  test('stays through a sign-out and goes out when the same account signs in again, under the new token', async () => {
    signedIn = false;
    const outbox = page();
    await outbox.submitAnswer(writing);
    await outbox.wake();
    expect(server.calls).toEqual([]);
    crash(outbox);
    const again = page({ token: () => 'token-7-again' });
    await until(() => standings(again)[0]?.[1] === 'received');
    expect(server.calls.map(({ token }) => token)).toEqual(['token-7-again']);
  });

  test('of another account is neither seen nor sent', async () => {
    server.offline = true;
    const mine = page();
    await mine.submitAnswer(writing);
    crash(mine);
    server.offline = false;
    const theirs = page({ account_id: 8, token: () => 'token-8' });
    await theirs.ready;
    await theirs.wake();
    expect(theirs.items.get()).toEqual([]);
    expect(server.calls).toEqual([]);
  });

  test('stays when the token has ended: nothing is deleted, nothing is tried again until somebody signs in', async () => {
    const outbox = page({ token: () => 'ended' });
    const outcomes: string[] = [];
    outbox.onOutcome((_, outcome) => outcomes.push(outcome.is));
    await outbox.submitAnswer(writing);
    await until(() => outcomes.length === 1);
    expect(outcomes).toEqual(['signed-out']);
    expect(standings(outbox)).toEqual([['answer', 'waiting']]);
  });

  test.each([
    [409, 'PHASE_CLOSED'],
    [409, 'ALREADY_ANSWERED'],
    [422, 'VALIDATION_FAILED'],
    [404, 'ASSESSMENT_NOT_FOUND'],
    [403, 'MEMBERSHIP_ENDED'],
  ])('refused with %i %s is kept with the server’s words until it is put away', async (status, code) => {
    server.answer = { status, body: { status: 'error', code, message: 'The words of the server.' } };
    const outbox = page();
    const { key } = await outbox.submitAnswer(writing);
    await until(() => standings(outbox)[0]?.[1] === 'refused');
    crash(outbox);
    const later = page();
    await later.ready;
    expect(later.items.get()).toMatchObject([{ comment: 'because', refusal: { code, message: 'The words of the server.' } }]);
    const calls = server.calls.length;
    await later.wake();
    expect(server.calls).toHaveLength(calls);
    await later.putAway(key);
    expect(later.items.get()).toEqual([]);
  });

  test.each([
    [500, 'INTERNAL'],
    [503, 'UNAVAILABLE'],
    [429, 'TOO_MANY_REQUESTS'],
    [408, 'MALFORMED_REQUEST'],
    [409, 'CLIENT_TOO_OLD'],
  ])('met with %i %s is tried again', async (status, code) => {
    server.answer = { status, body: { status: 'error', code, message: 'later' } };
    const outbox = page();
    await outbox.submitAnswer(writing);
    await until(() => server.calls.length === 1);
    server.answer = null;
    await until(() => standings(outbox)[0]?.[1] === 'received');
  });

  test('answered by something that is not the server (a captive portal) is tried again', async () => {
    server.answer = { status: 403, body: 'Please sign in to the guest network' };
    const outbox = page();
    await outbox.submitAnswer(writing);
    await until(() => server.calls.length === 1);
    expect(standings(outbox)).toEqual([['answer', 'waiting']]);
  });

  test('does not wait for a draft that hangs in the network', async () => {
    let hanging = true;
    server.onCall = ({ path }) => (path.endsWith('draft') && hanging ? new Promise(() => undefined) : undefined);
    const outbox = page();
    await outbox.writeDraft(writing, { urgent: true });
    await outbox.submitAnswer(writing);
    await until(() => standings(outbox).some(([, standing]) => standing === 'received'));
    hanging = false;
    expect(server.posts).toHaveLength(1);
    expect(standings(outbox)).toEqual([['answer', 'received']]);
  });

  test('that is written while another is being sent goes out with the same flush', async () => {
    const outbox = page();
    let release: () => void = () => undefined;
    server.onCall = (call) => (call.body['form'] === 'Form - 1A' ? new Promise<void>((resolve) => (release = resolve)) : undefined);
    await outbox.submitAnswer(writing);
    const other = page();
    await other.ready;
    await other.submitAnswer({ ...writing, form: 'Form - 2' });
    release();
    await until(() => server.posts.length === 2);
    expect(server.posts.map(({ form }) => form)).toEqual(['Form - 1A', 'Form - 2']);
  });

  test('[B016] [LIVE-24] sent from two tabs at once is filed once', async () => {
    const [one, other] = [page(), page()];
    await Promise.all([one.submitAnswer(writing), other.submitAnswer(writing)]);
    await until(() => standings(one)[0]?.[1] === 'received' && standings(other)[0]?.[1] === 'received');
    expect(server.posts).toHaveLength(1);
    expect(server.calls).toHaveLength(1);
  });

  test('is sent although the browser keeps nothing, which is said', async () => {
    const outbox = pageWithoutDatabase();
    await outbox.submitAnswer(writing);
    await until(() => server.posts.length === 1);
    expect(outbox.keeping.get()).toBe('memory');
  });
});

describe('[B2412] what a page without a database holds', () => {
  test.each([
    ['closes', (outbox: Outbox) => outbox.leave()],
    ['gives its lesson up for another one', (outbox: Outbox) => outbox.stop()],
  ])('is with the next page when it %s: answers under their keys, and drafts', async (_, end) => {
    signedIn = false;
    const first = pageWithoutDatabase();
    const { key } = await first.submitAnswer(writing);
    await first.writeDraft({ ...writing, form: 'Form - 1B', comment: 'half a' });
    end(first);
    first.stop();
    const second = pageWithoutDatabase();
    await second.ready;
    expect(second.items.get()).toMatchObject([
      { key, kind: 'answer', comment: 'because' },
      { kind: 'draft', form: 'Form - 1B', comment: 'half a' },
    ]);
    signedIn = true;
    await second.wake();
    await until(() => server.posts.length === 1);
  });

  test('is not with it once the server has it, and changes nothing that was written later', async () => {
    const first = pageWithoutDatabase();
    await first.submitAnswer(writing);
    await until(() => standings(first)[0]?.[1] === 'received');
    first.leave();
    first.stop();
    const second = page();
    await second.ready;
    expect(second.items.get()).toEqual([]);
    second.stop();
    signedIn = false;
    const third = pageWithoutDatabase();
    await third.writeDraft({ ...writing, form: 'Form - 1B', comment: 'half a' });
    await third.submitAnswer({ ...writing, form: 'Form - 2', comment: 'the first' });
    const later = page();
    await later.ready;
    await later.writeDraft({ ...writing, form: 'Form - 1B', comment: 'half a sentence', written_at: writing.written_at + 5 });
    await later.submitAnswer({ ...writing, form: 'Form - 2', comment: 'the second' });
    third.leave();
    const last = page();
    await last.ready;
    expect(last.items.get()).toMatchObject([{ comment: 'half a sentence' }, { comment: 'the second' }]);
  });
});

describe('a draft', () => {
  test('is on the device at once and goes out when the writer pauses, with the last words', async () => {
    const outbox = page();
    for (const comment of ['b', 'be', 'bec']) await outbox.writeDraft({ ...writing, comment });
    expect(await createDeviceStore(device).list(7)).toMatchObject([{ kind: 'draft', comment: 'bec' }]);
    expect(server.calls).toEqual([]);
    await until(() => standings(outbox)[0]?.[1] === 'received');
    expect(server.calls).toMatchObject([{ body: { comment: 'bec' } }]);
  });

  test('does not wait for a pause of somebody who writes without one', async () => {
    const outbox = page();
    const started = performance.now();
    while (server.calls.length === 0 && performance.now() - started < 8000) {
      await outbox.writeDraft({ ...writing, comment: `after ${Math.round(performance.now() - started)} ms` });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(server.calls).not.toHaveLength(0); // on a machine that stalls a second one may be on its way
  });

  test('of many fast keys keeps the last one', async () => {
    const outbox = page();
    await Promise.all([...'because of the battery'].map((_, index, all) => outbox.writeDraft({ ...writing, comment: all.slice(0, index + 1).join('') })));
    expect(await createDeviceStore(device).list(7)).toMatchObject([{ comment: 'because of the battery' }]);
  });

  test('survives a reload, and goes on above the revision that was sent', async () => {
    const first = page();
    await first.writeDraft(writing, { urgent: true });
    await until(() => standings(first)[0]?.[1] === 'received');
    crash(first);
    const second = page();
    await second.ready;
    expect(second.items.get()).toMatchObject([{ comment: 'because', saved_at: '2026-11-20T10:24:07.000Z' }]);
    await second.writeDraft({ ...writing, comment: 'on', written_at: writing.written_at - 3_600_000 }, { urgent: true });
    await until(() => server.calls.length === 2);
    expect(Number(server.calls[1]?.body['revision'])).toBeGreaterThan(Number(server.calls[0]?.body['revision']));
  });

  test('of a form goes out before the answer of the next, and in its own form', async () => {
    server.offline = true;
    const outbox = page();
    await outbox.writeDraft(writing, { urgent: true });
    await outbox.submitAnswer({ ...writing, form: 'Form - 1B' });
    server.offline = false;
    await outbox.wake();
    expect(server.calls.map(({ path, body }) => [path, body['form']])).toEqual([
      ['/api/live/learning/draft', 'Form - 1A'],
      ['/api/posts/add', 'Form - 1B'],
    ]);
  });

  test('that another tab wrote shows up here and is left to that tab to send', async () => {
    const [writer, reader] = [page(), page()];
    await reader.ready;
    await writer.writeDraft({ ...writing, comment: 'over there' });
    await until(() => reader.items.get()[0]?.comment === 'over there');
    await until(() => standings(reader)[0]?.[1] === 'received');
    expect(server.calls).toHaveLength(1);
  });

  test('goes out while the page is being closed, without waiting for the pause', async () => {
    const outbox = page();
    await outbox.writeDraft(writing);
    outbox.leave();
    expect(server.calls.length + 1).toBe(1);
    await until(() => server.calls.length === 1);
    expect(server.drafts.get('7 3 Form - 1A')).toMatchObject({ comment: 'because' });
  });

  test('that is being stored while the page closes goes out all the same', async () => {
    const outbox = page();
    await outbox.ready;
    void outbox.writeDraft({ ...writing, comment: 'the last word' });
    outbox.leave();
    crash(outbox);
    await until(() => server.drafts.get('7 3 Form - 1A')?.comment === 'the last word');
  });

  test('that is stored, and not shown by the device yet, goes out when the page closes in this moment', async () => {
    const store = createKeepingStore(createDeviceStore(device));
    let reading = Promise.resolve();
    const outbox = page({ store: { ...store, list: (account) => reading.then(() => store.list(account)) } });
    await outbox.writeDraft({ ...writing, comment: 'the first words' });
    reading = new Promise(() => undefined); // a slow phone reads nothing more before it ends
    void outbox.writeDraft({ ...writing, comment: 'the last word' });
    await vi.waitFor(async () => expect(await createDeviceStore(device).list(7)).toMatchObject([{ comment: 'the last word' }]));
    outbox.leave();
    crash(outbox);
    await until(() => server.drafts.get('7 3 Form - 1A')?.comment === 'the last word');
  });
});

describe('contact', () => {
  test('is tried again with growing pauses, and at once when it is back', async () => {
    server.offline = true;
    let attempts = 0;
    server.onCall = () => void (attempts += 1);
    const outbox = page();
    await outbox.submitAnswer(writing);
    await until(() => attempts >= 3);
    server.offline = false;
    await outbox.wake();
    expect(standings(outbox)).toEqual([['answer', 'received']]);
  });

  describe('[B184] on a clock of its own', () => {
    beforeEach(() => vi.useFakeTimers());
    afterEach(() => vi.useRealTimers());

    /** An outbox whose attempts have the given outcomes, in order. Later ones are received. */
    function answering(outcomes: Outcome[]) {
      const at: number[] = [];
      const outbox = page({
        store: createKeepingStore(createMemoryStore()),
        tabs: { tell: () => undefined, hear: () => () => undefined },
        lock: (_name, work) => work(),
        random: () => 1,
        send: (item) => {
          at.push(performance.now());
          return Promise.resolve(outcomes.shift() ?? received(item));
        },
      });
      return { outbox, at };
    }
    const received = (item: OutboxItem): Outcome =>
      item.kind === 'answer'
        ? { is: 'answer-received', received_at: '2026-11-20T10:25:00.000Z', post: post(item.order, item.account_id) }
        : { is: 'draft-saved', revision: item.revision, saved_at: '2026-11-20T10:24:07.000Z' };
    const failed = (retryAfterMs?: number): Outcome => ({ is: 'later', blocksAll: true, retryAfterMs });

    test('waits as long as the server asks for', async () => {
      const { outbox, at } = answering([failed(5_000)]);
      await outbox.submitAnswer(writing);
      await vi.advanceTimersByTimeAsync(4_990);
      expect(at).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(20);
      expect(at).toHaveLength(2);
      expect(standings(outbox)).toEqual([['answer', 'received']]);
    });

    test('a draft goes out when its writer pauses, and at once when a choice is made', async () => {
      const { outbox, at } = answering([]);
      await outbox.writeDraft(writing);
      await vi.advanceTimersByTimeAsync(DRAFT_PAUSE_MS - 1);
      expect(at).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      expect(at).toHaveLength(1);
      await outbox.writeDraft({ ...writing, response_id: 12 }, { urgent: true });
      await vi.advanceTimersByTimeAsync(0);
      expect(at).toHaveLength(2);
    });

    test('begins anew with the shortest pause after a success', async () => {
      const outcomes = [failed(), failed(), failed(), failed()];
      const { outbox, at } = answering(outcomes);
      await outbox.writeDraft(writing, { urgent: true });
      await vi.advanceTimersByTimeAsync(20_000);
      expect(at).toHaveLength(5);
      outcomes.push(failed());
      await outbox.writeDraft({ ...writing, form: 'Form - 2' }, { urgent: true });
      await vi.advanceTimersByTimeAsync(510);
      expect(at).toHaveLength(7);
    });
  });

  test('one answer that the server cannot deal with does not hold up those of other forms', async () => {
    const outbox = page();
    const broken = { status: 500, body: { status: 'error', code: 'INTERNAL', message: 'broken' } };
    server.onCall = ({ body }) => void (server.answer = body['form'] === 'Form - 1A' ? broken : null);
    await Promise.all([outbox.submitAnswer(writing), outbox.submitAnswer({ ...writing, form: 'Form - 2' })]);
    await until(() => standings(outbox).some(([, standing]) => standing === 'received'));
    expect(server.posts).toHaveLength(1);
    expect(standings(outbox)).toEqual([
      ['answer', 'waiting'],
      ['answer', 'received'],
    ]);
  });
});

describe('what is on its way to the device when the page goes away', () => {
  /** A page whose database no longer stores anything. */
  const dying = (options: Partial<OutboxOptions> = {}) => {
    const store = createKeepingStore(createDeviceStore(device));
    return page({ store: { ...store, apply: () => new Promise(() => undefined) }, ...options });
  };

  test('is an answer: the next page files it', async () => {
    signedIn = false;
    const first = dying();
    await first.ready;
    void first.submitAnswer(writing);
    first.leave();
    crash(first);
    signedIn = true;
    page();
    await until(() => server.posts.length === 1);
    expect(server.posts).toMatchObject([{ response_id: 11, comment: 'because' }]);
  });

  test('[B2416] is an answer, and counts as unsent before it is stored, so that a page whose sign-in has ended waits for it', async () => {
    signedIn = false;
    const first = page();
    await first.ready;
    expect(first.hasUnsent()).toBe(false);
    const stored = first.submitAnswer(writing);
    expect([first.items.get(), first.hasUnsent()]).toEqual([[], true]);
    await stored;
    expect(first.hasUnsent()).toBe(true);
    signedIn = true;
    await first.wake();
    await until(() => !first.hasUnsent());
  });

  test('is an answer, with the network up: it goes ahead as a draft', async () => {
    const first = dying();
    await first.ready;
    void first.submitAnswer(writing);
    first.leave();
    await until(() => server.calls.length === 1);
    expect(server.calls[0]).toMatchObject({ method: 'PUT', body: { response_id: 11, comment: 'because' } });
  });

  test('is a wording: the next page has it, unless something later was written meanwhile', async () => {
    signedIn = false;
    const first = dying();
    await first.ready;
    void first.writeDraft({ ...writing, comment: 'the last words' });
    first.leave();
    crash(first);
    const second = page();
    await second.ready;
    expect(second.items.get()).toMatchObject([{ kind: 'draft', comment: 'the last words' }]);
    await second.writeDraft({ ...writing, comment: 'later', written_at: writing.written_at + 5 });
    crash(second);
    addLeftovers(7, { answers: [], drafts: [{ ...writing, account_id: 7, comment: 'the last words' }], items: [] });
    const third = page();
    await third.ready;
    expect(third.items.get()).toMatchObject([{ comment: 'later' }]);
  });

  test('[B183] is the account’s own: the next person on this device neither sees nor sends it', async () => {
    signedIn = false;
    const first = dying();
    await first.ready;
    void first.submitAnswer(writing);
    first.leave();
    crash(first);
    const theirs = page({ account_id: 8, token: () => 'token-8' });
    await theirs.ready;
    await theirs.wake();
    expect(theirs.items.get()).toEqual([]);
    expect(server.calls).toEqual([]);
    signedIn = true;
    page();
    await until(() => server.posts.length === 1);
    expect(server.posts).toMatchObject([{ account: '7', response_id: 11, comment: 'because' }]);
  });

  test('[B3086] is there for the next page also when a page between the two went away before it had taken up all of it', async () => {
    signedIn = false;
    const first = dying();
    await first.ready;
    void first.writeDraft({ ...writing, form: 'Form - 2', comment: 'the last words' });
    void first.submitAnswer(writing);
    first.leave();
    crash(first);
    const store = createKeepingStore(createDeviceStore(WITHOUT_DATABASE));
    let steps = 0;
    const second = page({ store: { ...store, apply: (account, step) => ((steps += 1) === 1 ? store.apply(account, step) : new Promise(() => undefined)) } });
    await until(() => steps === 2);
    second.leave();
    crash(second);
    const third = page();
    await third.ready;
    expect(third.items.get()).toMatchObject([
      { kind: 'draft', comment: 'the last words' },
      { kind: 'answer', comment: 'because' },
    ]);
  });

  test('[B3086] of two pages that go away at once is all there for the next one, and so is what a page leaves while another takes up', async () => {
    signedIn = false;
    const [one, other, late] = [dying(), dying(), dying()];
    await Promise.all([one.ready, other.ready, late.ready]);
    void one.submitAnswer(writing);
    void other.submitAnswer({ ...writing, form: 'Form - 1B', comment: 'of the other' });
    one.leave();
    one.leave(); // a browser may say it twice
    other.leave();
    for (const closed of [one, other]) crash(closed);
    const next = page();
    void late.writeDraft({ ...writing, form: 'Form - 2', comment: 'the last words' });
    late.leave();
    crash(late);
    await next.ready;
    const comments = (outbox: Outbox) => outbox.items.get().map(({ kind, comment }) => [kind, comment]);
    const answers = [
      ['answer', 'because'],
      ['answer', 'of the other'],
    ];
    expect(comments(next)).toEqual(answers);
    crash(next);
    const after = page();
    await after.ready;
    expect(comments(after)).toEqual([...answers, ['draft', 'the last words']]);
    expect(readKept('device', 'cw.outbox.left.7')).toBeNull();
  });

  test('is not written twice when the page was only put aside', async () => {
    signedIn = false;
    const first = page();
    await first.ready;
    const stored = first.submitAnswer(writing);
    first.leave();
    const { key } = await stored;
    crash(first);
    const second = page();
    await second.ready;
    expect(second.items.get()).toMatchObject([{ key }]);
    expect(second.items.get()).toHaveLength(1);
  });
});
