import { expect } from 'vitest';
import { en } from '@classwright/contract/messages/en';
import { picture, type Sample } from './file-samples.ts';
import { journey, type Person } from './harness/index.ts';
import { signInByCall } from './join/steps.ts';

const patience = { timeout: 60_000 };

/** Pastes or drops files on the focused element. */
async function give({ page }: Person, how: 'paste' | 'drop', files: Sample[]): Promise<void> {
  await page.evaluate(
    ([kind, given]) => {
      const data = new DataTransfer();
      for (const { name, type, text } of given) data.items.add(new File([Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0))], name, { type }));
      const target = document.activeElement as HTMLElement;
      const { left, top } = target.getBoundingClientRect();
      const options = { bubbles: true, cancelable: true };
      target.dispatchEvent(
        kind === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: data })
          : new DragEvent('drop', { ...options, dataTransfer: data, clientX: left + 20, clientY: top + 10 }),
      );
    },
    [how, files.map(({ name, mimeType, buffer }) => ({ name, type: mimeType, text: buffer.toString('base64') }))] as const,
  );
}

journey('[B233] pictures that are pasted into a question or dropped on it are uploaded and stand in it', async ({ bring }) => {
  const teacher = await bring({ name: 'teacher' });
  const { page } = teacher;
  await teacher.signIn('teacher@demo.school', { to: '/questions?create=true' });
  const form = page.getByRole('dialog', { name: 'Create Question' });
  const description = form.getByRole('textbox', { name: en['bank.form.description'], exact: true });
  await form.getByRole('button', { name: en['editor.picture'], exact: true }).first().waitFor(patience);
  await description.click();
  await page.keyboard.type('Look at the circuit.');

  await give(teacher, 'paste', [picture('image.png'), picture('circuit-2.png'), { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') }]);
  await expect.poll(() => description.locator('img').count(), patience).toBe(2);
  const panel = form.getByRole('group', { name: en['files.picture.dropped'] });
  await panel.getByText(en['file.kindRefused'], { exact: true }).waitFor(patience);
  const words = panel.getByLabel(en['files.picture.alt']);
  expect([await words.nth(0).inputValue(), await words.nth(1).inputValue()].sort()).toEqual(['', 'circuit 2']);
  await words
    .filter({ visible: true })
    .nth((await words.nth(0).inputValue()) === '' ? 0 : 1)
    .fill('Two lamps in a row');
  await expect.poll(() => description.locator('img[alt="Two lamps in a row"]').count(), patience).toBe(1);
  await teacher.expectAccessible('pictures pasted');
  await panel.getByRole('button', { name: en['files.picture.droppedDone'], exact: true }).click();
  await expect.poll(() => panel.count()).toBe(0);

  await description.click();
  await give(teacher, 'drop', [picture('dropped.png')]);
  await expect.poll(() => description.locator('img').count(), patience).toBe(3);

  // Text that is pasted with an image of itself stays text, as from a sheet.
  await description.click();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text/plain', 'cells of a sheet');
    data.items.add(new File(['x'], 'image.png', { type: 'image/png' }));
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data }));
  });
  await description.getByText('cells of a sheet').waitFor(patience);
  expect(await description.locator('img').count()).toBe(3);

  // And a response's plain field becomes an editor for them.
  const response = form.getByRole('group', { name: 'Response A', exact: true }).getByRole('textbox', { name: 'Response text', exact: true });
  await response.click();
  await give(teacher, 'paste', [picture('image.png')]);
  await expect.poll(() => response.locator('img').count(), patience).toBe(1);
});

journey('[B259] a question is not saved without a picture that is still on its way, and nobody leaves it behind unasked', async ({ bring, server }) => {
  const teacher = await bring({ name: 'teacher' });
  const { page } = teacher;
  await teacher.signIn('teacher@demo.school', { to: '/questions' });
  await page.getByRole('button', { name: 'Create Question' }).click(patience);
  const form = page.getByRole('dialog', { name: 'Create Question' });
  const description = form.getByRole('textbox', { name: en['bank.form.description'], exact: true });
  await form.getByRole('button', { name: en['editor.picture'], exact: true }).first().waitFor(patience);
  await form.getByLabel('Title', { exact: true }).first().fill('A circuit to look at');
  await form.getByText('DRAFT', { exact: true }).click();
  let goOn = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route(/\/api\/.*upload/, async (route) => {
    await held;
    await route.continue();
  });
  await description.click();
  await give(teacher, 'paste', [picture('circuit.png')]);
  await form.getByRole('group', { name: en['files.picture.dropped'] }).waitFor(patience);
  const save = form.getByRole('button', { name: /^Save(?! (Template|and next))/ });
  await save.click();
  await form.getByText(en['bank.form.picturesArriving']).waitFor(patience);
  await teacher.expectAccessible('a picture on its way');
  await page.goBack();
  await page.getByRole('dialog', { name: en['dialog.leave'] }).getByRole('button', { name: en['dialog.keepEditing'] }).click(patience);
  goOn();
  await expect.poll(() => description.locator('img').count(), patience).toBe(1);
  await save.click();
  await form.waitFor({ state: 'hidden', ...patience });
  const author = await signInByCall(server, 'teacher@demo.school');
  const { data } = await author.get('/draft/questions?search_text=circuit');
  expect(JSON.stringify((await author.get(`/questions/${data[0].id}`)).question.description)).toContain('"file_id"');
});
