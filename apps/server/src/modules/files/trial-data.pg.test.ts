import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readTestSettings } from '../../platform/config.ts';
import { createScenario, startTestApp, type TestApp, type TestPerson } from '../../testing/index.ts';
import { isShownInline } from './judge/index.ts';
import { type Uploader, uploadersOf } from './testing/upload.ts';

interface Entry {
  file: string;
  trueType: string;
  uploadAs?: string;
  /** In words; only for the tricky ones. */
  expect?: string;
  dangerous?: boolean;
  note?: string;
}

const folder = readTestSettings().trialData;
const manifest = folder === null ? '' : join(folder, 'media', 'MANIFEST.jsonl');
const entries: Entry[] =
  manifest !== '' && existsSync(manifest)
    ? readFileSync(manifest, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Entry)
    : [];

let app: TestApp;
let address: string;
let teacher: TestPerson;
let as: (person: Pick<TestPerson, 'token'>) => Uploader;
beforeAll(async () => {
  app = await startTestApp();
  const scenario = createScenario(app);
  teacher = await scenario.person('teachers', await scenario.school());
  as = await uploadersOf(app);
  address = await app.listen();
});
afterAll(() => app.close());

/** Types that go by several names. */
const sameType = (type: string): string => type.replace('image/vnd.microsoft.icon', 'image/x-icon').replace(/^audio\/(x-)?(wav|wave)$/, 'audio/wav');
const isOfOurs = (type: string): boolean => /^(image|audio|video)\/|^application\/pdf$/.test(type);

/** What the manifest says becomes of a file; `either`: it is corrupt or dangerous, so a refusal is as good. */
function fateOf({ trueType, expect: words, note, dangerous }: Entry): 'accept' | 'refuse' | 'either' {
  if (words?.startsWith('reject')) return 'refuse';
  if (words !== undefined) return 'accept';
  if (!isOfOurs(trueType)) return 'refuse';
  return note === 'corrupt/odd' || dangerous ? 'either' : 'accept';
}

test.skipIf(entries.length > 0)('TRIAL_DATA is not set: no real media are tried', () => expect(entries).toEqual([]));

describe.skipIf(entries.length === 0)('media as they are found', () => {
  test.each(entries.map((entry) => [entry.uploadAs ?? entry.file.split('/').at(-1), entry] as const))(
    '[Q442] %s behaves as its manifest says',
    { timeout: 20_000 },
    async (name, entry) => {
      const bytes = readFileSync(join(folder as string, 'media', entry.file));
      const before = process.memoryUsage().rss;
      const reply = await as({ token: await app.signIn(teacher.accountId) }).upload(name as string, bytes, 2);
      expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
      const isAccepted = reply.status === 200;
      const fate = fateOf(entry);
      if (fate !== 'either') expect([name, isAccepted]).toEqual([name, fate === 'accept']);
      if (!isAccepted) {
        expect(reply.status).toBe(422);
        return expect(reply.body.errors.files[0]).toMatch(
          /^(Only images, audio, video, and PDF files are allowed\.|This picture (is damaged|has too many pixels).*)$/,
        );
      }
      const { file } = reply.body;
      expect(sameType(file.type)).toBe(sameType(entry.trueType));
      expect(file.name).not.toMatch(/[\p{Cc}\p{Cf}/\\]/u);
      expect(file.name.length).toBeLessThanOrEqual(200);
      const served = await fetch(new URL(file.url, address));
      expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true);
      const headers = Object.fromEntries(served.headers);
      expect(headers).toMatchObject({ 'content-type': file.type, 'x-content-type-options': 'nosniff' });
      expect(headers['content-security-policy']).toMatch(/default-src 'none'.*; sandbox;/);
      expect(headers['content-disposition']).toMatch(
        isShownInline(file.type) ? /^inline; filename\*=UTF-8''[\w.%!~-]+$/ : /^attachment; filename\*=UTF-8''[\w.%!~-]+$/,
      );
      if (entry.dangerous || file.type === 'image/svg+xml') expect(headers['content-disposition']).toMatch(/^attachment/);
    },
  );
});
