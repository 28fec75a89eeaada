import { en } from '@classwright/contract/messages/en';
import { type SimulatedClassroom, startClassroom, type User } from '@classwright/server/testing/classroom/index';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { pdf, picture } from './file-samples.ts';
import { type FakePicker, journey, type Person, startFakePicker } from './harness/index.ts';
import { signInByCall } from './join/steps.ts';

const patience = { timeout: 60_000 };
let google: SimulatedClassroom;
let picker: FakePicker;
let sam: User;
beforeAll(async () => {
  google = await startClassroom();
  picker = await startFakePicker();
  sam = google.people.add({ email: 'sam@school.test', givenName: 'Sam', familyName: 'Ortiz' });
});
afterAll(() => Promise.all([google.close(), picker.close()]));

const env = (): Record<string, string> => ({
  GOOGLE_CLIENT_ID: google.clientId,
  GOOGLE_CLIENT_SECRET: google.clientSecret,
  GOOGLE_ISSUER: google.issuer,
  GOOGLE_DRIVE_PICKER: 'on',
  GOOGLE_DRIVE_URL: google.url,
  GOOGLE_PICKER_API_KEY: 'key-of-the-school',
  GOOGLE_PICKER_APP_ID: '123456789012',
  GOOGLE_PICKER_SCRIPT_URL: picker.url,
});

/** Puts a file into Sam's Drive, as the picker shows it. */
function put(file: { name: string; mimeType: string; bytes: Buffer }): void {
  const { id } = google.drive.add(sam, file);
  google.drive.pick(sam, id, google.project.id);
  picker.files.push({ id, name: file.name });
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) });
const expectToFit = (page: Page) => expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

async function openWindow({ page }: Person): Promise<Page> {
  const opening = page.waitForEvent('popup', patience);
  await button(page, en['drive.button']).click(patience);
  return opening;
}

async function choose(window: Page, ...names: string[]): Promise<void> {
  const dialog = window.getByRole('dialog', { name: 'Select files' });
  for (const name of names) await dialog.getByLabel(name).check(patience);
  await dialog.getByRole('button', { name: 'Select', exact: true }).click();
}

journey(
  '[K014] [B1151] a student hands in from Google Drive: connects in the window, chooses there, and the copy stands in the work',
  async ({ bring, server, query }) => {
    const essay = pdf('مقال.pdf', ['Essay']);
    put({ name: 'مقال', mimeType: 'application/vnd.google-apps.document', bytes: essay.buffer });
    put({ name: 'Pendulum.png', mimeType: 'image/png', bytes: picture('Pendulum.png').buffer });
    put({ name: 'Notes.txt', mimeType: 'text/plain', bytes: Buffer.from('only words') });
    const [found] = (await query(`
      SELECT courses.id, accounts.email FROM courses JOIN course_members member ON member.course_id = courses.id AND member.role = 'STUDENT' AND member.left_at IS NULL
        JOIN accounts ON accounts.id = member.account_id WHERE courses.id = 1 ORDER BY accounts.id LIMIT 1`)) as [{ id: number; email: string }];
    const teacher = await signInByCall(server, 'teacher@demo.school');
    const { courseWork } = (await teacher.post(`/courses/${found.id}/course-works`, { title: 'Lab notes', workType: 'ASSIGNMENT' })) as {
      courseWork: { id: number };
    };

    const student = await bring({ name: 'student', viewport: 'smallPhone' });
    const { page } = student;
    await student.signIn(found.email, { to: `/std-classwork?class=${found.id}&work=${courseWork.id}` });
    await page.getByRole('tab', { name: en['openWork.tab.work'], exact: true }).click(patience);
    await button(page, en['drive.button']).waitFor(patience);
    await student.expectAccessible('work with the button');
    const window = await openWindow(student);
    await window.getByText(en['error.DRIVE_NOT_CONNECTED']).waitFor(patience);
    await window.setViewportSize({ width: 360, height: 740 });
    expect(new URL(window.url()).hash).toBe('');
    expect(await window.evaluate(() => Object.keys(sessionStorage))).toEqual(['cw.drive']);
    await expectToFit(window);
    await student.expectAccessible('window before connecting', window);
    await button(window, en['drive.window.connect']).click();

    // At Google: refused first, then allowed.
    await window.getByRole('button', { name: 'Cancel', exact: true }).click(patience);
    await window.getByText(en['error.DRIVE_CANCELLED']).waitFor(patience);
    expect(new URL(window.url()).search).toBe('');
    await button(window, en['drive.window.connect']).click();
    await page.getByText(en['drive.waitingConsent']).waitFor(patience);
    await window.getByRole('button', { name: /Sam Ortiz/ }).click(patience);
    await page.getByText('Google Drive is connected as sam@school.test.').waitFor(patience);
    await expectToFit(page);
    await student.expectAccessible('work while choosing');
    await window.getByRole('dialog', { name: 'Select files' }).waitFor(patience);
    const said = await window.evaluate(() => (globalThis as unknown as { pickerSaid: Record<string, unknown> }).pickerSaid);
    expect(said).toMatchObject({ setDeveloperKey: 'key-of-the-school', setAppId: '123456789012', setOrigin: new URL(page.url()).origin, setMaxItems: 20 });
    expect(new URL(window.url()).search + new URL(window.url()).hash).toBe('');

    const closing = window.waitForEvent('close', patience);
    await choose(window, 'مقال', 'Pendulum.png', 'Notes.txt');
    await page.getByText(`Notes.txt: ${en['file.kindRefused']}`).waitFor(patience);
    await closing;
    await page.getByText('مقال.pdf', { exact: true }).waitFor(patience);
    await page.getByText('Pendulum.png', { exact: true }).waitFor(patience);
    await expectToFit(page);
    await student.expectAccessible('files taken');
    await button(page, en['openWork.submit']).click();
    await expect
      .poll(() => query(`SELECT state FROM submissions WHERE course_work_id = ${courseWork.id} AND state = 'TURNED_IN'`), patience)
      .toEqual([{ state: 'TURNED_IN' }]);
    expect(await query(`SELECT name FROM files WHERE name IN ('مقال.pdf', 'Pendulum.png') ORDER BY id`)).toEqual([
      { name: 'مقال.pdf' },
      { name: 'Pendulum.png' },
    ]);
  },
  240_000,
  { env },
);

journey(
  '[Q443] [K409] [K410] [B1151] a teacher attaches from Drive to an assignment and a question; without Google’s script both say what to do',
  async ({ bring }) => {
    put({ name: 'Sheet.pdf', mimeType: 'application/pdf', bytes: pdf('Sheet.pdf', ['Sheet']).buffer });
    const teacher = await bring({ name: 'teacher' });
    const { page, context } = teacher;
    await teacher.signIn('teacher@demo.school');
    const plain = await page.goto('/home');
    expect(await plain?.headerValue('content-security-policy')).not.toContain(new URL(picker.url).origin);
    await teacher.visit('/class-classwork/1');
    await page.getByRole('button', { name: 'Create', exact: true }).click(patience);
    await page.getByRole('menuitem', { name: 'Assignment', exact: true }).click(patience);

    // The script fails to load.
    await context.route(picker.url, (route) => route.abort());
    const warnings: string[] = [];
    context.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
    const broken = await openWindow(teacher);
    await button(broken, en['drive.window.connect']).click(patience);
    await broken.getByRole('button', { name: /Sam Ortiz/ }).click(patience);
    await broken.getByText(en['drive.scriptMissing']).waitFor(patience);
    await page.getByText(en['drive.scriptMissing']).waitFor(patience);
    await teacher.expectAccessible('no script, window', broken);
    await teacher.expectAccessible('no script, form');
    await expect.poll(() => warnings.filter((text) => text.includes('was not loaded')).length).toBe(2);
    // The click closes its own window.
    await Promise.all([
      broken.waitForEvent('close'),
      button(broken, en['drive.window.close'])
        .click({ noWaitAfter: true })
        .catch(() => undefined),
    ]);

    // Then it loads.
    await context.unrouteAll({ behavior: 'wait' });
    const window = await openWindow(teacher);
    await teacher.expectAccessible('choosing', window);
    await choose(window, 'Sheet.pdf');
    const form = page.getByRole('dialog', { name: 'Create Assignment', exact: true });
    await form.getByText('Sheet.pdf', { exact: true }).first().waitFor(patience);
    await form.getByRole('textbox', { name: 'Title', exact: true }).fill('Read the sheet', patience);
    await form.getByRole('button', { name: 'Post', exact: true }).click();
    await page.getByText('Read the sheet').first().waitFor(patience);

    // The same file once more, into a question: no second copy.
    await teacher.visit('/questions');
    await button(page, 'Create Question').click(patience);
    const second = await openWindow(teacher);
    await choose(second, 'Sheet.pdf');
    await page.getByText('Sheet.pdf', { exact: true }).first().waitFor(patience);
    await teacher.expectAccessible('question with the file');
    const { files } = await listOwnFiles(page);
    expect(files.filter((name) => name === 'Sheet.pdf')).toHaveLength(1);
  },
  240_000,
  { env },
);

async function listOwnFiles(page: Page): Promise<{ files: string[] }> {
  return page.evaluate(async () => {
    const { token } = JSON.parse(sessionStorage.getItem('cw.session') ?? '{}') as { token: string };
    const answer = await (await fetch('/api/files?own=true', { headers: { authorization: `Bearer ${token}` } })).json();
    return { files: answer.data.map(({ name }: { name: string }) => name) };
  });
}
