import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileView } from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readTestSettings } from '../../../platform/config.ts';
import { createScenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import { isShownInline } from './judge/index.ts';
import { type Uploader, type UploadReply, uploadersOf } from './testing/upload.ts';

interface Entry {
  file: string;
  trueType: string;
  uploadAs?: string;
  /** The expected result in words, only for the tricky files. */
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

/** Normalizes types that have several names. */
const sameType = (type: string): string => type.replace('image/vnd.microsoft.icon', 'image/x-icon').replace(/^audio\/(x-)?(wav|wave)$/, 'audio/wav');
const isOfOurs = (type: string): boolean => /^(image|audio|video)\/|^application\/pdf$/.test(type);

/** Samples that contain only a type's first bytes and end too early. */
const CUT_SHORT = /(?:fixture-dash\.mp4|fixture-isom\.mp4|fixture-moov\.mov|fixture-mp2l3\.mp3|fixture2\.mkv)$/;

/** Returns the allowed results for a file by the manifest. A corrupt or dangerous file may also be refused. */
function fatesOf({ file, trueType, expect: words, note, dangerous }: Entry): ('accept' | 'refuse')[] {
  if (CUT_SHORT.test(file)) return ['refuse'];
  if (words?.startsWith('reject')) return ['refuse'];
  if (words !== undefined) return ['accept'];
  if (!isOfOurs(trueType)) return ['refuse'];
  return note === 'corrupt/odd' || dangerous ? ['accept', 'refuse'] : ['accept'];
}

const REFUSALS =
  /^(Only images, audio, video, and PDF files are allowed\.|This file is empty.*|This file is named as a PDF.*|This (?:file|PDF) is incomplete.*|This picture (is damaged|has too many pixels).*|This drawing runs scripts.*)$/;

async function expectRefused({ status, body }: UploadReply): Promise<void> {
  expect([status, body.errors.files[0]]).toEqual([422, expect.stringMatching(REFUSALS)]);
}

/** Expects the file to be served with its type, byte for byte, in a way that lets nothing in it run. */
async function expectServed(file: FileView, entry: Entry, bytes: Buffer): Promise<void> {
  expect(sameType(file.type)).toBe(sameType(entry.trueType));
  expect(file.name).not.toMatch(/[\p{Cc}\p{Cf}/\\]/u);
  expect(file.name.length).toBeLessThanOrEqual(200);
  const served = await fetch(new URL(file.url, address));
  expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true);
  const way = isShownInline(file.type) && !entry.dangerous ? 'inline' : 'attachment';
  expect(Object.fromEntries(served.headers)).toMatchObject({
    'content-type': file.type,
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/default-src 'none'.*; sandbox;/),
    'content-disposition': expect.stringMatching(new RegExp(`^${way}; filename\\*=UTF-8''[\\w.%!~-]+$`)),
  });
}

test.skipIf(entries.length > 0)('TRIAL_DATA is not set: no real media are tried', () => expect(entries).toEqual([]));

describe.skipIf(entries.length === 0)('media as they are found', () => {
  test.each(entries.map((entry) => [entry.uploadAs ?? entry.file.split('/').at(-1), entry] as const))(
    '[B068] [Q442] %s behaves as its manifest says',
    { timeout: 20_000 },
    async (name, entry) => {
      const bytes = readFileSync(join(folder as string, 'media', entry.file));
      const before = process.memoryUsage().rss;
      const reply = await as({ token: await app.signIn(teacher.accountId) }).upload(name as string, bytes, 2);
      expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
      const outcome = reply.status === 200 ? 'accept' : 'refuse';
      expect(fatesOf(entry)).toContain(outcome);
      await (outcome === 'accept' ? expectServed(reply.body.file, entry, bytes) : expectRefused(reply));
    },
  );
});
