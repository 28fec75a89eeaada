import { readdir } from 'node:fs/promises';
import path from 'node:path';
import {
  configGet,
  driveConnect,
  driveConnectFinish,
  driveDisconnect,
  driveStatus,
  driveImport,
  driveToken,
  fileDelete,
  fileList,
  syncStatus,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createScenario, pngOf, startTestApp } from '../../../testing/index.ts';
import { type Both, DRIVE_FILE, type DriveSchool, startDriveSchool } from './testing/drive-school.ts';

const MEGABYTE = 1024 * 1024;
const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF');
const pdf = (name = 'Report.pdf') => ({ name, mimeType: 'application/pdf', bytes: PDF });

let school: DriveSchool;
let schoolId: number;
let sam: Both;
let tina: Both;
beforeAll(async () => {
  school = await startDriveSchool();
  schoolId = await school.scenario.school();
  sam = await school.bring('student', schoolId);
  tina = await school.bring('teachers', schoolId);
  for (const person of [sam, tina]) expect((await school.connect(person)).status).toBe(200);
});
afterEach(() => school.google.faults.clear());
afterAll(() => school.close());

const take = (person: Both, ids: string[]) => person.call(driveImport, { body: { ids } });
const standing = async (person: Both) => (await person.call(driveStatus)).body;
const library = async (person: Both): Promise<string[]> =>
  (await person.call(fileList, { query: { own: 'true' } })).body.data.map(({ name }: { name: string }) => name);
const callsOfDrive = () => school.google.calls.all.filter(({ path }) => path.startsWith('/drive/')).length;

describe('connecting', () => {
  test('[B1141] asks for what is picked alone, with an account to choose, and nothing of it stands in an address but what Google needs', async () => {
    const person = await school.bring('student', schoolId);
    expect(await standing(person)).toMatchObject({ standing: 'not_connected', email: null, explanation: expect.stringContaining('Connect it') });
    expect((await person.call(driveToken)).error?.code).toBe('DRIVE_NOT_CONNECTED');
    const { answer, secret, asked } = await school.consent(person);
    expect(asked.get('scope')).toBe(`openid email ${DRIVE_FILE}`);
    expect([asked.get('prompt'), asked.get('access_type'), asked.get('include_granted_scopes')]).toEqual(['consent select_account', 'offline', null]);
    expect(asked.get('redirect_uri')).toBe('https://learn.school.test/drive-picker');
    expect(asked.toString()).not.toContain(secret);
    expect((await person.call(driveConnectFinish, { body: { answer, secret } })).body).toMatchObject({ email: person.there.email });
    expect(await standing(person)).toMatchObject({ standing: 'ok', explanation: null, email: person.there.email });
  });

  test('[B1141] counts once, for who began it, with the secret of that page, and not when nothing of Drive was ticked', async () => {
    const person = await school.bring('student', schoolId);
    const other = await school.bring('student', schoolId);
    const { answer, secret } = await school.consent(person);
    const finish = (by: Both, body: { answer: string; secret: string }) => by.call(driveConnectFinish, { body });
    expect((await finish(other, { answer, secret })).error?.code).toBe('DRIVE_CONSENT_OVER');
    expect((await finish(person, { answer, secret: 'another' })).error?.code).toBe('DRIVE_CONSENT_OVER');
    expect((await finish(person, { answer, secret })).status).toBe(200);
    expect((await finish(person, { answer, secret })).error?.code).toBe('DRIVE_CONSENT_OVER');
    const late = await school.consent(other);
    await school.app.clock.advanceMs(16 * 60_000);
    expect((await finish(other, late)).error?.code).toBe('DRIVE_CONSENT_OVER');
    const cancelled = await school.consent(other);
    const { state } = Object.fromEntries(new URLSearchParams(cancelled.answer));
    const said = new URLSearchParams({ error: 'access_denied', state: state ?? '', iss: school.google.issuer }).toString();
    expect((await finish(other, { answer: said, secret: cancelled.secret })).error?.code).toBe('DRIVE_CANCELLED');
    expect((await school.connect(other, { scopes: ['openid', 'email'] })).error?.code).toBe('DRIVE_SCOPE_MISSING');
    expect((await standing(other)).standing).toBe('not_connected');
    expect((await person.call(driveConnectFinish, { body: {} })).error?.errors).toHaveProperty('answer');
  });

  test('[B1142] tokens are sealed in the database, and the picker gets one that reaches what was picked alone', async () => {
    const { body } = await sam.call(driveToken);
    expect(body).toEqual({
      status: 'success',
      access_token: expect.any(String),
      api_key: 'key-of-the-school',
      app_id: '123456789012',
      script_url: 'https://apis.google.com/js/api.js',
      email: sam.there.email,
    });
    const { rows } = await sql<{ text: string }>`
      SELECT encode(access_sealed, 'escape') || encode(refresh_sealed, 'escape') AS text FROM drive_connections WHERE account_id = ${sam.accountId}`.execute(
      school.app.db,
    );
    expect(rows[0]?.text).not.toContain(body.access_token);
    const reach = await fetch(`${school.google.url}/v1/courses`, { headers: { authorization: `Bearer ${body.access_token}` } });
    expect(reach.status).toBe(403);
  });

  test('[B1142] a token that has run out is made anew, once for all who ask at once', async () => {
    const person = await school.bring('student', schoolId);
    await school.connect(person);
    const first = (await person.call(driveToken)).body.access_token;
    expect((await person.call(driveToken)).body.access_token).toBe(first);
    await sql`UPDATE drive_connections SET access_expires_at = app_now() WHERE account_id = ${person.accountId}`.execute(school.app.db);
    const replies = await Promise.all([1, 2, 3].map(() => person.call(driveToken)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    const next = replies.map(({ body }) => body.access_token);
    expect(new Set(next).size).toBe(1);
    expect(next[0]).not.toBe(first);
  });

  test('[B1143] a consent that was taken back at Google asks for a new one, and disconnecting forgets it', async () => {
    const person = await school.bring('student', schoolId);
    await school.connect(person);
    const id = school.pick(person, pdf());
    school.google.withdraw(person.there);
    expect((await take(person, [id])).error).toMatchObject({ code: 'DRIVE_WITHDRAWN', message: expect.stringContaining('Reconnect') });
    expect((await standing(person)).standing).toBe('withdrawn');
    expect((await person.call(driveToken)).error?.code).toBe('DRIVE_WITHDRAWN');
    await school.connect(person);
    expect((await take(person, [id])).body.files).toHaveLength(1);
    expect((await person.call(driveDisconnect)).body.message).toContain('stay here');
    expect((await standing(person)).standing).toBe('not_connected');
    expect(await library(person)).toEqual(['Report.pdf']);
    expect((await person.call(driveDisconnect)).status).toBe(200);
    const { rows } = await sql<{ action: string }>`SELECT action FROM audit_entries WHERE account_id = ${person.accountId} ORDER BY id`.execute(school.app.db);
    expect(rows.map(({ action }) => action)).toEqual(['drive.connect.finish', 'drive.connect.finish', 'drive.take', 'drive.disconnect']);
  });

  test('[B1143] what the school’s Google administrator or a missing tick stops is said as that', async () => {
    const person = await school.bring('student', schoolId);
    await school.connect(person);
    const id = school.pick(person, pdf());
    school.google.project.services.delete('drive.googleapis.com');
    expect((await take(person, [id])).error?.code).toBe('DRIVE_BLOCKED');
    school.google.project.services.add('drive.googleapis.com');
    expect((await person.call(driveToken)).error?.code).toBe('DRIVE_BLOCKED');
    await school.connect(person);
    expect((await take(person, [id])).body.files).toHaveLength(1);
    await sql`UPDATE drive_connections SET state = 'scope_missing' WHERE account_id = ${person.accountId}`.execute(school.app.db);
    expect((await take(person, [id])).error?.code).toBe('DRIVE_SCOPE_MISSING');
  });
});

describe('taking files', () => {
  test('[K014] [Q443] [B1144] a student’s files and a teacher’s come into the library as uploads do, Google documents as PDF', async () => {
    const essay = { name: 'Essay', mimeType: 'application/vnd.google-apps.document', bytes: PDF };
    const ids = [
      school.pick(sam, pdf('Lab.pdf')),
      school.pick(sam, essay),
      school.pick(sam, { name: '../../صورة.exe', mimeType: 'image/png', bytes: pngOf(5) }),
    ];
    const { status, body } = await take(sam, ids);
    expect([status, body.refused, body.message]).toEqual([200, [], '3 files copied from Google Drive']);
    expect(body.files).toMatchObject([
      { name: 'Lab.pdf', type: 'application/pdf', kind: 'pdf', byte_size: PDF.length, account_id: sam.accountId, can_delete: true },
      { name: 'Essay.pdf', type: 'application/pdf' },
      { name: 'صورة.exe.png', type: 'image/png', is_shown: true },
    ]);
    const bytes = await (await fetch(new URL(body.files[0]!.url, await school.app.listen()))).arrayBuffer();
    expect(Buffer.from(bytes).equals(PDF)).toBe(true);
    expect((await take(tina, [school.pick(tina, pdf('Sheet.pdf'))])).body.files).toMatchObject([{ name: 'Sheet.pdf', account_id: tina.accountId }]);
  });

  test('[B1145] each that cannot be taken is named with its reason, and keeps no other back', async () => {
    const gone = school.pick(sam, pdf('Gone.pdf'));
    school.google.drive.remove(gone);
    const foreign = school.pick(tina, pdf('Foreign.pdf'));
    const unpicked = school.google.drive.add(sam.there, pdf('Unpicked.pdf')).id;
    const words = school.pick(sam, { name: 'Notes.png', mimeType: 'image/png', bytes: Buffer.from('only words') });
    const zip = school.pick(sam, { name: 'Bomb.pdf', mimeType: 'application/pdf', bytes: Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(200_000)]) });
    const folder = school.pick(sam, { name: 'Folder', mimeType: 'application/vnd.google-apps.folder' });
    const long = school.pick(sam, { name: 'Long', mimeType: 'application/vnd.google-apps.document', size: 11 * MEGABYTE });
    const film = school.pick(sam, { name: 'Film.mp4', mimeType: 'video/mp4', size: 51 * MEGABYTE });
    const good = school.pick(sam, pdf('Good.pdf'));
    const { body } = await take(sam, [gone, foreign, unpicked, words, zip, folder, long, film, good]);
    const missing = 'It is no longer in your Google Drive, or was not chosen with this account. Choose it again.';
    expect(body.refused).toEqual([
      { id: gone, name: null, message: missing },
      { id: foreign, name: null, message: missing },
      { id: unpicked, name: null, message: missing },
      { id: words, name: 'Notes.png', message: 'Only images, audio, video, and PDF files are allowed.' },
      {
        id: zip,
        name: 'Bomb.pdf',
        message: 'This file is named as a PDF, but it is damaged or something else. Open it to check, then save it again as a PDF.',
      },
      { id: folder, name: 'Folder', message: 'Google cannot turn this into a PDF. Save it as a PDF or picture, and choose that.' },
      { id: long, name: 'Long', message: 'This document is too large for Google to turn into a PDF. Save it as a PDF yourself, and upload that.' },
      { id: film, name: 'Film.mp4', message: 'File exceeds the 50MB size limit.' },
    ]);
    expect([body.files.map(({ name }: { name: string }) => name), body.message]).toEqual([['Good.pdf'], '1 file copied from Google Drive']);
    expect((await take(sam, [gone])).body).toMatchObject({ files: [], message: 'No file was copied from Google Drive' });
    expect(await readdir(path.join(school.app.dataDir, 'staging')).catch(() => [])).toEqual([]);
  });

  test('[B1146] half a file, silence of Google’s, a page of a proxy and too many calls are said, and a repeat takes it', async () => {
    const id = school.pick(sam, { name: 'Half.png', mimeType: 'image/png', bytes: Buffer.concat([pngOf(6), Buffer.alloc(300_000)]) });
    const reason = async (fault: Parameters<typeof school.google.faults.plan>[0][number]) => {
      school.google.faults.plan([{ match: { path: /^\/drive/, query: /alt=media/ }, ...fault }]);
      return (await take(sam, [id])).body.refused[0]!.message;
    };
    expect(await reason({ kind: 'cut' })).toContain('The copy is incomplete');
    expect(await reason({ kind: 'html', status: 200 })).toContain('The copy is incomplete');
    expect(await reason({ kind: 'status', status: 429 })).toContain('Google Drive is busy');
    expect(await reason({ kind: 'status', status: 503 })).toContain('Google Drive is busy');
    expect(await reason({ kind: 'status', status: 403 })).toContain('does not let you download');
    school.google.faults.plan([{ match: { path: /^\/drive/ }, kind: 'garbage' }]);
    expect((await take(sam, [id])).body.refused[0]).toMatchObject({ name: null, message: expect.stringContaining('The copy is incomplete') });
    school.google.faults.clear();
    expect((await take(sam, [id])).body.files).toMatchObject([{ name: 'Half.png' }]);
  });

  test('[B1147] the same version is copied once, however often and from how many pages it is asked for; a deleted one comes again', async () => {
    const id = school.pick(sam, pdf('Once.pdf'));
    const both = await Promise.all([take(sam, [id, id]), take(sam, [id])]);
    const file = both[0].body.files[0]!;
    expect(both.map(({ body }) => body.files.map((one: { id: number }) => one.id))).toEqual([[file.id], [file.id]]);
    const before = callsOfDrive();
    expect((await take(sam, [id])).body.files[0]!.id).toBe(file.id);
    expect(callsOfDrive() - before).toBe(1); // its metadata, not its content
    expect((await library(sam)).filter((name) => name === 'Once.pdf')).toHaveLength(1);
    await sam.call(fileDelete, { params: { id: file.id } });
    expect((await take(sam, [id])).body.files[0]!.id).not.toBe(file.id);
  });

  test('[B1145] a library without room takes no more, and says so of each', async () => {
    const small = await startDriveSchool({ fileSpaceMegabytes: 1 });
    try {
      const person = await small.bring('student', await small.scenario.school());
      await small.connect(person);
      const film = small.pick(person, { name: 'Film.png', mimeType: 'image/png', size: 2 * MEGABYTE });
      const { body } = await take(person, [film, small.pick(person, pdf())]);
      expect(body).toMatchObject({ files: [{ name: 'Report.pdf' }], refused: [{ name: 'Film.png', message: expect.stringContaining('1 MB') }] });
    } finally {
      await small.close();
    }
  });

  test('[B1145] what is not a file of Drive, none, and too many are refused before anything is asked', async () => {
    const before = callsOfDrive();
    for (const ids of [
      [],
      ['short'],
      ['../../../etc/passwd'],
      ['a'.repeat(201)],
      [`${'a'.repeat(20)}?alt=media`],
      Array.from({ length: 21 }, (_, at) => `abcdefghij${at}`),
      'x',
    ])
      expect((await sam.call(driveImport, { body: { ids } })).status, String(ids)).toBe(422);
    expect(callsOfDrive()).toBe(before);
  });

  test('[B1145] with the consent gone halfway, what was taken stays taken and the rest is named', async () => {
    const person = await school.bring('student', schoolId);
    await school.connect(person);
    const ids = [pdf('One.pdf'), pdf('Two.pdf'), pdf('Three.pdf')].map((file) => school.pick(person, file));
    school.google.faults.plan([{ match: { path: new RegExp(`/${ids[1]}$`) }, kind: 'status', status: 401 }]);
    const { body } = await take(person, ids);
    expect(body.files).toMatchObject([{ name: 'One.pdf' }]);
    expect(body.refused).toMatchObject([
      { id: ids[1], message: expect.stringContaining('Reconnect') },
      { id: ids[2], message: expect.stringContaining('before this file was copied') },
    ]);
  });
});

describe('who may', () => {
  test('[B1140] nobody without a sign-in, and nobody with another’s tokens or files', async () => {
    for (const endpoint of [driveStatus, driveConnect, driveToken, driveDisconnect]) expect((await school.app.call(endpoint)).status).toBe(401);
    expect((await school.app.call(driveImport, { body: { ids: ['abcdefghij1'] } })).status).toBe(401);
    const admin = await school.bring('admin', schoolId);
    expect((await take(admin, [school.pick(sam, pdf())])).error?.code).toBe('DRIVE_NOT_CONNECTED');
  });

  test('[K409] [B1140] a server without the settings has no picker, and says so everywhere', async () => {
    const plain = await startTestApp();
    try {
      const scenario = createScenario(plain);
      const person = await scenario.person('teachers', await scenario.school());
      expect((await person.call(driveStatus)).body).toMatchObject({ standing: 'not_set_up', explanation: expect.stringContaining('not set up') });
      for (const endpoint of [driveConnect, driveToken]) expect((await person.call(endpoint)).error?.code).toBe('DRIVE_NOT_SET_UP');
      expect((await person.call(driveConnectFinish, { body: { answer: 'a', secret: 'b' } })).error?.code).toBe('DRIVE_NOT_SET_UP');
      expect((await person.call(driveImport, { body: { ids: ['abcdefghij1'] } })).error?.code).toBe('DRIVE_NOT_SET_UP');
      expect((await plain.call(configGet)).body.drive_picker).toBe(false);
      expect((await person.call(syncStatus)).body.has_drive_picker).toBe(false);
    } finally {
      await plain.close();
    }
    expect((await school.app.call(configGet)).body.drive_picker).toBe(true);
    expect((await sam.call(syncStatus)).body.has_drive_picker).toBe(true);
  });
});
