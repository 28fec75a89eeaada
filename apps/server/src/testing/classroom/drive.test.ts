import { afterEach, beforeEach, expect, test } from 'vitest';
import { callAs } from './client.ts';
import { scope, type SimulatedClassroom, startClassroom, type User } from './index.ts';

const MEGABYTE = 1024 * 1024;
let google: SimulatedClassroom;
let sam: User;
const pdf = { name: 'Report.pdf', mimeType: 'application/pdf', bytes: Buffer.from('%PDF-1.7 report') };
const document = { name: 'Essay', mimeType: 'application/vnd.google-apps.document', bytes: Buffer.from('%PDF-1.7 essay') };

beforeEach(async () => {
  google = await startClassroom();
  sam = google.people.add({ email: 'sam@school.example' });
});
afterEach(() => google.close());

const get = (user: User, rest: string, name = 'drive.file') =>
  fetch(`${google.url}/drive/v3/files/${rest}`, { headers: { authorization: `Bearer ${google.issue(user, [scope(name)]).accessToken}` } });
const reason = async (response: Response) => ((await response.json()) as any).error.errors[0].reason;

test('[B1008] drive.file reaches what this person picked for this project, drive.readonly all that the person may read', async () => {
  const file = google.drive.add(sam, pdf);
  expect((await get(sam, file.id)).status).toBe(404);
  google.drive.pick(sam, file.id, google.project.id);
  expect(await (await get(sam, file.id)).json()).toEqual({ kind: 'drive#file', id: file.id, name: 'Report.pdf', mimeType: 'application/pdf' });
  expect(await (await get(sam, `${file.id}?fields=name,size`)).json()).toEqual({ name: 'Report.pdf', size: String(pdf.bytes.length) });
  const mia = google.people.add({ email: 'mia@school.example' });
  google.drive.pick(mia, file.id, google.project.id);
  expect(await reason(await get(mia, file.id))).toBe('notFound');
  expect((await get(mia, file.id, 'drive.readonly')).status).toBe(404);
  file.readers.add(mia.id);
  expect((await get(mia, file.id)).status).toBe(200);
  const second = google.drive.add(sam, pdf);
  expect((await get(sam, second.id, 'drive.readonly')).status).toBe(200);
  google.drive.remove(file.id);
  expect((await get(sam, file.id)).status).toBe(404);
});

test('[B1008] files come byte by byte, Google documents as PDF, and each only in its own way', async () => {
  const [file, essay] = [google.drive.add(sam, pdf), google.drive.add(sam, document)];
  for (const { id } of [file, essay]) google.drive.pick(sam, id, google.project.id);
  const media = await get(sam, `${file.id}?alt=media`);
  expect([media.headers.get('content-type'), Buffer.from(await media.arrayBuffer())]).toEqual(['application/pdf', pdf.bytes]);
  const exported = await get(sam, `${essay.id}/export?mimeType=application/pdf`);
  expect(Buffer.from(await exported.arrayBuffer())).toEqual(document.bytes);
  expect(await reason(await get(sam, `${essay.id}?alt=media`))).toBe('fileNotDownloadable');
  expect(await reason(await get(sam, `${file.id}/export?mimeType=application/pdf`))).toBe('fileNotExportable');
  expect((await get(sam, `${essay.id}/export?mimeType=text/csv`)).status).toBe(400);
  const long = google.drive.add(sam, { name: 'Long', mimeType: document.mimeType, size: 11 * MEGABYTE });
  google.drive.pick(sam, long.id, google.project.id);
  expect(await reason(await get(sam, `${long.id}/export?mimeType=application/pdf`))).toBe('exportSizeLimitExceeded');
});

test('[B1008] a large file streams, and a cut line cuts it', async () => {
  const film = google.drive.add(sam, { name: 'Film.mp4', mimeType: 'video/mp4', size: 60 * MEGABYTE });
  google.drive.pick(sam, film.id, google.project.id);
  const response = await get(sam, `${film.id}?alt=media`);
  let size = 0;
  for await (const chunk of response.body as ReadableStream<Uint8Array>) size += chunk.length;
  expect(size).toBe(60 * MEGABYTE);
  google.faults.plan([{ match: { path: /^\/drive/ }, kind: 'cut' }]);
  await expect((await get(sam, `${film.id}?alt=media`)).arrayBuffer()).rejects.toThrow();
});

test('[B1008] without the scope, the interface or a token nothing comes', async () => {
  const file = google.drive.add(sam, pdf);
  expect(await reason(await get(sam, file.id, 'classroom.courses'))).toBe('insufficientPermissions');
  google.project.services.delete('drive.googleapis.com');
  expect(await reason(await get(sam, file.id))).toBe('accessNotConfigured');
  expect((await callAs(google.url, 'none')('GET', `/drive/v3/files/${file.id}`)).status).toBe(401);
});
