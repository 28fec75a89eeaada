import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { en } from '@classwright/contract/messages/en';
import { pdf, picture, type Sample, sound } from './file-samples.ts';
import { journey, type Person } from './harness/index.ts';
import { see } from './join/steps.ts';
import { chooseAct } from './row-acts.ts';

const patience = { timeout: 60_000 };

const dialogOf = ({ page }: Person, name: string) => page.getByRole('dialog', { name, exact: true });
const uploadsOf = ({ page }: Person) => page.getByRole('list', { name: en['files.uploads'] });
const button = ({ page }: Person, name: string) => page.getByRole('button', { name, exact: true });

async function openLibrary(person: Person, email: string): Promise<void> {
  await person.signIn(email, { to: '/files' });
  const files = person.page.getByRole('list', { name: en['files.title'], exact: true });
  await person.page.getByText(en['files.none'], { exact: true }).or(files).first().waitFor(patience);
}

/** Chooses files from disk, as people do. Passing 47 MB as bytes would take a busy browser too long. */
async function choose(person: Person, files: Sample[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'classwright-chosen-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const paths = files.map(({ name, buffer }) => {
    writeFileSync(join(folder, name), buffer);
    return join(folder, name);
  });
  const input = dialogOf(person, en['files.upload']).getByLabel(en['files.field.files'], { exact: true }).and(person.page.locator('input'));
  await input.setInputFiles(paths);
}

async function expectNoSideScroll({ page }: Person): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

journey('[K048] [L035] [Q025] files are uploaded over a line that breaks, looked at, linked, exported and deleted', async ({ bring }) => {
  const teacher = await bring({ name: 'teacher' });
  const { page } = teacher;
  await openLibrary(teacher, 'teacher3@demo.school');
  expect(await button(teacher, en['files.export']).isDisabled()).toBe(true);
  await teacher.expectAccessible('files empty');

  // Nothing chosen: the message appears next to the focused button, by keys alone.
  await button(teacher, en['files.upload']).first().focus();
  await page.keyboard.press('Enter');
  const upload = dialogOf(teacher, en['files.upload']);
  await upload.waitFor(patience);
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(en['files.choose']);
  await upload.getByRole('button', { name: en['files.field.upload'], exact: true }).focus();
  await page.keyboard.press('Enter');
  await upload.getByText(en['files.required'], { exact: true }).waitFor(patience);
  await teacher.expectAccessible('nothing chosen');

  // Files that cannot be accepted are marked right away and can be removed.
  await choose(teacher, [
    picture('Field of view.png'),
    sound('Tuning fork.wav'),
    pdf('Worksheet.pdf', ['First page', 'Second page']),
    picture('A very large panorama of the whole school yard.png', 47_000_000),
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') },
  ]);
  await upload.getByText(en['file.kindRefused'], { exact: true }).waitFor(patience);
  await teacher.expectAccessible('files chosen');
  await upload.getByRole('button', { name: en['files.field.remove'].replace('{name}', 'notes.txt') }).click();

  // The connection breaks when the first piece of the large file has arrived. Nobody has to do anything.
  const firstPiece = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.status() === 204, patience);
  const cut = firstPiece.then(() => teacher.line.cut());
  await upload.getByRole('button', { name: en['files.field.upload'], exact: true }).click();
  await cut;
  const large = uploadsOf(teacher).getByRole('listitem').filter({ hasText: 'A very large panorama' });
  await large.getByText(/^No connection\. The upload continues automatically from \d+%\.$/).waitFor(patience);
  await teacher.look('uploads without a line');
  teacher.line.restore();
  await expect.poll(() => uploadsOf(teacher).getByText(en['files.done'], { exact: true }).count(), { timeout: 60_000 }).toBe(4);
  const table = page.getByRole('table', { name: en['files.title'] });
  await expect.poll(() => table.getByRole('row').count(), patience).toBe(5);
  await table.getByText('A very large panorama of the whole schoo…').waitFor(patience);
  expect(teacher.recent().some((line) => /HEAD \/api\/files\/uploads/.test(line))).toBe(true);
  await teacher.expectAccessible('files');

  // Dropped and pasted files are uploaded directly.
  for (const [type, name] of [
    ['drop', 'Dropped.png'],
    ['paste', 'Pasted.png'],
  ] as const) {
    await page.evaluate(
      ([kind, called, base64]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], called, { type: 'image/png' }));
        const place = document.querySelector('h1') as HTMLElement;
        const options = { bubbles: true, cancelable: true };
        place.dispatchEvent(
          kind === 'drop'
            ? new DragEvent('drop', { ...options, dataTransfer: transfer })
            : new ClipboardEvent('paste', { ...options, clipboardData: transfer }),
        );
      },
      [type, name, picture(name).buffer.toString('base64')] as const,
    );
    await table.getByText(name, { exact: false }).first().waitFor(patience);
  }

  // The address holds the filters.
  await button(teacher, en['files.filter.title']).click();
  await page.getByLabel(en['files.field.type'], { exact: true }).selectOption('audio');
  await button(teacher, en['files.filter.search']).click();
  await expect.poll(() => new URL(page.url()).search, patience).toBe('?type=audio');
  await expect.poll(() => table.getByRole('row').count(), patience).toBe(2);
  await button(teacher, en['files.filter.reset']).first().click();
  await expect.poll(() => table.getByRole('row').count(), patience).toBe(7);

  // An image, a sound, a PDF.
  await button(teacher, 'View Field of view.png').focus();
  await page.keyboard.press('Enter');
  const image = dialogOf(teacher, 'Field of view.png').getByRole('img', { name: 'Field of view.png' });
  await expect.poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth), patience).toBe(320);
  await teacher.expectAccessible('a picture');
  await page.keyboard.press('Escape');
  await image.waitFor({ state: 'hidden' });
  await button(teacher, 'View Tuning fork.wav').click();
  const audio = dialogOf(teacher, 'Tuning fork.wav').locator('audio');
  await expect.poll(() => audio.evaluate((element) => Math.round((element as HTMLAudioElement).duration)), patience).toBe(1);
  await teacher.expectAccessible('a sound');
  await page.keyboard.press('Escape');
  await audio.waitFor({ state: 'hidden' });
  await readPdf(teacher);

  // The link works for anyone who has it.
  await teacher.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await chooseAct(teacher, 'Worksheet.pdf', en['files.copyLink']);
  await see(teacher, en['files.copied']);
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).origin).toBe(new URL(page.url()).origin);
  const linked = await fetch(link);
  expect([linked.status, linked.headers.get('content-type')]).toEqual([200, 'application/pdf']);

  // The selected ones as a spreadsheet.
  await page.getByLabel('Select Worksheet.pdf', { exact: true }).check();
  await page.getByText('1 file selected', { exact: true }).waitFor(patience);
  const [download] = await Promise.all([page.waitForEvent('download', patience), button(teacher, en['files.export']).click()]);
  expect(download.suggestedFilename()).toMatch(/^files-\d{4}-\d\d-\d\d\.xlsx$/);

  // Deleted for good, after a confirmation.
  await chooseAct(teacher, 'Dropped.png', en['act.delete']);
  const asking = dialogOf(teacher, en['files.delete.title']);
  await asking.getByText(en['files.usedBy.none'], { exact: true }).waitFor(patience);
  await teacher.expectAccessible('asked before deleting');
  await asking.getByRole('button', { name: en['files.delete.confirm'], exact: true }).click();
  await see(teacher, en['files.deleted']);
  await table.getByText('Dropped.png').waitFor({ state: 'hidden' });
});

/** Checks both pages, rendered by our own viewer, with their text for screen readers. */
async function readPdf(person: Person): Promise<void> {
  const { page } = person;
  await button(person, 'View Worksheet.pdf').click();
  const viewer = dialogOf(person, 'Worksheet.pdf');
  await viewer.locator('canvas[data-drawn]').waitFor({ state: 'attached', ...patience });
  await viewer.getByText('First page', { exact: true }).waitFor({ state: 'attached', ...patience });
  await person.expectAccessible('a PDF');
  await viewer.getByRole('button', { name: en['files.pdf.next'], exact: true }).click();
  await viewer.getByText('Second page', { exact: true }).waitFor({ state: 'attached', ...patience });
  await viewer.locator('canvas[data-drawn]').waitFor({ state: 'attached', ...patience });
  await person.look('second page of a PDF');
  await page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'hidden' });
}

journey('[B127] a student on a phone uploads a worksheet and reads it, and nobody else finds it', async ({ bring }) => {
  const student = await bring({ name: 'student', viewport: 'smallPhone' });
  const { page } = student;
  await openLibrary(student, 'student1@demo.school');
  await expectNoSideScroll(student);
  await button(student, en['files.upload']).first().click();
  await choose(student, [pdf('Worksheet.pdf', ['First page', 'Second page'])]);
  // The response to the last piece is lost, and so is the next one. The file is uploaded anyway, once.
  let lost = 0;
  await page.route(/\/api\/files\/uploads\/[\w-]+(\/finish)?$/, async (route) => {
    if (lost >= 2 || route.request().method() === 'HEAD') return route.continue();
    lost += 1;
    await route.fetch();
    await route.abort('connectionreset');
  });
  await dialogOf(student, en['files.upload']).getByRole('button', { name: en['files.field.upload'], exact: true }).click();
  await uploadsOf(student).getByText(en['files.done'], { exact: true }).waitFor(patience);
  expect(lost).toBe(2);
  const list = page.getByRole('list', { name: en['files.title'], exact: true });
  await list.getByText('Worksheet.pdf').waitFor(patience);
  expect(await list.getByText('Worksheet.pdf').count()).toBe(1);
  await expectNoSideScroll(student);
  await student.expectAccessible('files');
  await readPdf(student);

  const other = await bring({ name: 'other student', viewport: 'phone' });
  await openLibrary(other, 'student2@demo.school');
  expect(await other.page.getByText('Worksheet.pdf').count()).toBe(0);
});
