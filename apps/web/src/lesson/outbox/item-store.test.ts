import { IDBFactory } from 'fake-indexeddb';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { addAnswer, writeDraft, type Writing } from './changes.ts';
import { createDeviceStore } from './device-store.ts';
import { createMemoryStore, type ItemStore } from './item-store.ts';
import { createKeepingStore } from './keeping-store.ts';

const writing: Writing = { account_id: 7, assessment_id: 1, session_id: 3, form: 'Form - 1A', response_id: 11, comment: 'because', written_at: 1_000_000 };

const stores: [string, () => ItemStore][] = [
  ['on the device', () => createDeviceStore(new IDBFactory())],
  ['in memory', () => createMemoryStore()],
  ['keeping', () => createKeepingStore(createDeviceStore(new IDBFactory()))],
];

describe.each(stores)('items %s', (_, make) => {
  test('come back in the order of writing', async () => {
    const store = make();
    for (const form of ['Form - 2', 'Form - 1A', 'Form - 1B'] as const) await store.apply(7, writeDraft({ ...writing, form }));
    expect((await store.list(7)).map(({ form }) => form)).toEqual(['Form - 2', 'Form - 1A', 'Form - 1B']);
  });

  test('are seen by their own account alone', async () => {
    const store = make();
    await store.apply(7, addAnswer(writing));
    expect(await store.list(8)).toEqual([]);
    await store.apply(8, addAnswer({ ...writing, account_id: 8 }));
    expect(await store.list(7)).toHaveLength(1);
    expect(await store.list(8)).toHaveLength(1);
  });

  test('two answers of one form written at once become one', async () => {
    const store = make();
    const [one, other] = await Promise.all([store.apply(7, addAnswer(writing)), store.apply(7, addAnswer(writing))]);
    expect(one?.key).toBe(other?.key);
    expect(await store.list(7)).toHaveLength(1);
  });

  test('a step that fails changes nothing', async () => {
    const store = make();
    await store.apply(7, addAnswer(writing));
    await expect(
      store.apply(7, () => {
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await store.list(7)).toHaveLength(1);
  });
});

test('what the device keeps is there after the page has gone', async () => {
  const factory = new IDBFactory();
  await createDeviceStore(factory).apply(7, addAnswer(writing));
  expect(await createDeviceStore(factory).list(7)).toMatchObject([{ kind: 'answer', response_id: 11 }]);
});

describe('a browser that keeps nothing', () => {
  afterEach(() => void vi.useRealTimers());

  test('is said so, and answers are held in memory', async () => {
    const store = createKeepingStore(
      createDeviceStore({
        open: () => {
          throw new DOMException('private', 'SecurityError');
        },
      } as unknown as IDBFactory),
    );
    await store.apply(7, addAnswer(writing));
    expect(store.keeping.get()).toBe('memory');
    expect(await store.list(7)).toHaveLength(1);
  });

  test('storage that fills up in mid-lesson takes along what was known', async () => {
    const device = createDeviceStore(new IDBFactory());
    let full = false;
    const store = createKeepingStore({
      list: device.list,
      apply: (account, step) => (full ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : device.apply(account, step)),
    });
    await store.apply(7, addAnswer(writing));
    await store.list(7);
    full = true;
    await store.apply(7, writeDraft({ ...writing, form: 'Form - 2' }));
    expect(store.keeping.get()).toBe('memory');
    expect(await store.list(7)).toHaveLength(2);
  });

  test('storage that breaks for reading too takes along what was read last', async () => {
    const device = createDeviceStore(new IDBFactory());
    let broken = false;
    const gone = () => Promise.reject(new DOMException('broken', 'UnknownError'));
    const store = createKeepingStore({
      list: (account) => (broken ? gone() : device.list(account)),
      apply: (account, step) => (broken ? gone() : device.apply(account, step)),
    });
    await store.apply(7, addAnswer(writing));
    await store.list(7);
    broken = true;
    await store.apply(7, writeDraft({ ...writing, form: 'Form - 2' }));
    expect(store.keeping.get()).toBe('memory');
    expect((await store.list(7)).map(({ kind, form }) => [kind, form])).toEqual([
      ['answer', 'Form - 1A'],
      ['draft', 'Form - 2'],
    ]);
  });

  test('[B3082] an answer that is written while the device is given up is held in memory, not on the device, from which this page sends nothing', async () => {
    const device = createDeviceStore(new IDBFactory());
    let read = 0;
    const beganAgain = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    const store = createKeepingStore({
      list: async (account) => {
        read += 1;
        if (read === 1) throw new Error('The database did not open'); // a slow device: at the second try it opens
        const items = await device.list(account);
        beganAgain.resolve();
        await answered.promise;
        return items;
      },
      apply: device.apply,
    });
    const first = store.list(7);
    await beganAgain.promise;
    const submitted = store.apply(7, addAnswer(writing));
    await device.list(7); // anything that went to the device would be there
    answered.resolve();
    await Promise.all([first, submitted]);
    expect(store.keeping.get()).toBe('memory');
    expect(await store.list(7)).toMatchObject([{ kind: 'answer', response_id: 11 }]);
  });

  test('[B3085] a database that responds no more, as in a tab that slept, is given up; what was known and what is written go on in memory', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let isStuck = false;
    const silent = { objectStore: () => ({ index: () => ({ getAll: () => ({}) }) }), abort: () => undefined } as unknown as IDBTransaction;
    const factory = new IDBFactory();
    const open = factory.open.bind(factory);
    factory.open = (...given) => {
      const request = open(...given);
      request.addEventListener('success', () => {
        const begin = request.result.transaction.bind(request.result);
        request.result.transaction = (...asked) => (isStuck ? silent : begin(...asked));
      });
      return request;
    };
    const store = createKeepingStore(createDeviceStore(factory));
    await store.apply(7, addAnswer(writing));
    await store.list(7);
    await store.apply(7, addAnswer({ ...writing, form: 'Form - 1B' })); // and is not read since
    isStuck = true;
    const drafted = store.apply(7, writeDraft({ ...writing, form: 'Form - 2' }));
    await vi.advanceTimersByTimeAsync(7_000);
    expect(store.keeping.get()).toBe('device'); // a slow device gets its time
    await vi.advanceTimersByTimeAsync(3_000);
    await drafted;
    expect(store.keeping.get()).toBe('memory');
    expect((await store.list(7)).map(({ kind, form }) => [kind, form])).toEqual([
      ['answer', 'Form - 1A'],
      ['answer', 'Form - 1B'],
      ['draft', 'Form - 2'],
    ]);
  });

  test('[B3087] a database that can be read only after it was given up adds its items then, but none for a form that was answered since', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const factory = new IDBFactory();
    for (const form of ['Form - 1A', 'Form - 1B'] as const)
      await createDeviceStore(factory).apply(7, addAnswer({ ...writing, form, comment: 'of an earlier page' }));
    const device = createDeviceStore(factory);
    let isBroken = true;
    const store = createKeepingStore({
      list: async (account) => {
        if (isBroken) throw new Error('The database did not open');
        return device.list(account);
      },
      apply: device.apply,
    });
    expect(await store.list(7)).toEqual([]);
    await store.apply(7, addAnswer(writing));
    const found = vi.fn<() => void>();
    store.found.subscribe(found);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(found).not.toHaveBeenCalled();
    isBroken = false;
    await vi.advanceTimersByTimeAsync(5_000);
    vi.useRealTimers();
    await vi.waitFor(() => expect(found).toHaveBeenCalledTimes(1));
    expect((await store.list(7)).map(({ form, comment }) => [form, comment])).toEqual([
      ['Form - 1A', 'because'],
      ['Form - 1B', 'of an earlier page'],
    ]);
  });
});
