import { type ReferenceList, referenceLists } from '@classwright/contract';
import { cleanedText } from '@classwright/rules/text/cleaned';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createListSamples, createScenario, type ListSamples, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import { spread, trialLines } from '../../../testing/trial-data.ts';

/** The number of texts from each file. */
const OF_EACH = 130;
const texts = [
  ...trialLines<{ name: string }>('names/edge-names.jsonl').map(({ name }) => name),
  ...spread(
    trialLines<{ name: string }>('names/popular-names.jsonl').map(({ name }) => name),
    OF_EACH,
  ),
  ...spread(
    trialLines<{ s: string }>('names/big-list-of-naughty-strings.jsonl').map(({ s }) => s),
    OF_EACH,
  ),
  ...spread(
    trialLines<{ payload: string }>('security/xss-payloads.jsonl').map(({ payload }) => payload),
    OF_EACH,
  ),
  ...spread(
    trialLines<{ payload: string }>('security/xss-dompurify-expect.jsonl').map(({ payload }) => payload),
    OF_EACH,
  ),
  ...spread(
    trialLines<{ payload: string }>('security/injection-strings.jsonl').map(({ payload }) => payload),
    OF_EACH,
  ),
];

let app: TestApp;
let admin: TestPerson;
let samples: ListSamples;
beforeAll(async () => {
  app = await startTestApp();
  const scenario = createScenario(app);
  admin = await scenario.person('admin', null);
  samples = createListSamples(scenario, admin);
});
afterAll(() => app.close());

test.skipIf(texts.length > 0)('TRIAL_DATA is not set: no real names and no attack strings are tried', () => expect(texts).toEqual([]));

const textFields = (list: ReferenceList) =>
  Object.entries(list.fields).filter(([, { kind, setBy }]) => setBy === 'caller' && (kind === 'text' || kind === 'longText'));
const lists = referenceLists.filter((list) => list.writable && textFields(list).length > 0);
/**
 * The number of parts: each list tries one part of the texts, so each text is tried in two or three lists. The storing
 * code is the same in all.
 */
const PARTS = 8;
const charactersOf = (text: string): number => [...text].length;
/** Returns the stored form: one-line names lose invisible characters and repeated spaces. */
const keptOf = (kind: string, text: string): string => (kind === 'text' ? cleanedText(text).replace(/\s+/g, ' ') : text.trim());

describe.skipIf(texts.length === 0).each(lists.map((list, index) => [list.name, list, index] as const))('%s', (_name, list, index) => {
  const own = texts.filter((_text, at) => at % PARTS === index % PARTS);

  test('[B045] names and attack strings in every text come back as they were written, are found, and say so where they cannot be stored', {
    timeout: 120_000,
  }, async () => {
    expect(own.length).toBeGreaterThan(50);
    for (const [at, text] of own.entries()) {
      // the naming field is unique
      const values = Object.fromEntries(textFields(list).map(([name]) => [name, name === list.unique.field ? `${text} ${at}` : text]));
      const reply = await admin.call(list.endpoints.create, { body: { ...(await samples.body(list)), ...values } });
      const refused = textFields(list).filter(([name, { kind, max = 0, isRequired }]) => {
        const value = String(values[name]);
        return value.includes('\u0000') || charactersOf(keptOf(kind, value)) > max || (isRequired && /^[\p{Z}\p{Cf}\p{Cc}]*$/u.test(value));
      });
      const isStored = refused.length === 0;
      const stored = Object.fromEntries(
        textFields(list).map(([name, { kind }]) => [name, isStored ? keptOf(kind, String(values[name]).toWellFormed()) : undefined]),
      );
      const row = reply.body.data ?? {};
      expect([text, reply.status, Object.fromEntries(Object.keys(values).map((name) => [name, row[name]]))]).toEqual([text, isStored ? 201 : 422, stored]);
      expect([text, Object.keys(reply.error?.errors ?? {}).sort()]).toEqual([text, refused.map(([name]) => name).sort()]);
      const read = await admin.call(list.endpoints.get, { params: { id: row.id ?? 987_654_321 } });
      expect(read.body.data).toEqual(reply.body.data);
    }
    const { data } = (await admin.call(list.endpoints.list, { query: { per_page: 0 } })).body;
    for (const row of data.slice(0, 40)) {
      const search_text = String(row[list.search[0] as string]).slice(0, 200);
      const found = await admin.call(list.endpoints.list, { query: { search_text, per_page: 200 } });
      expect([search_text, found.status, found.body.data.some(({ id }: { id: number }) => id === row.id)]).toEqual([search_text, 200, true]);
    }
  });
});
