import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { makesDocsPictures, saveForDocs } from './docs-pictures.ts';
import { journey, type Person } from './harness/index.ts';
import { see, waitForAnswers } from './join/steps.ts';

const patience = { timeout: 90_000 };

/** Presses Space on the lesson itself once the filled button says these words and takes presses. */
async function space({ page }: Person, words: RegExp): Promise<void> {
  await page.locator('[data-next-step]:not([aria-disabled])').filter({ hasText: words }).waitFor(patience);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('Space');
}

/** Presses Space on the button of an open dialog that has the focus, or on the one with this name. */
async function answer({ page }: Person, name?: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  if (name) {
    await expect.poll(() => dialog.getByRole('button', { name, exact: true }).isEnabled(), patience).toBe(true);
    await dialog.getByRole('button', { name, exact: true }).focus();
  } else await dialog.getByRole('button').and(page.locator(':focus')).waitFor(patience);
  await page.keyboard.press('Space');
}

/** Takes the step that closes a form, which asks while somebody is still thinking. */
async function close(teacher: Person, form: string): Promise<void> {
  await space(teacher, /^Close Form/);
  const closed = teacher.page.getByText(`${form} closed`).first();
  const dialog = teacher.page.getByRole('dialog');
  await closed.or(dialog).first().waitFor(patience);
  if (await dialog.isVisible()) await answer(teacher);
  await closed.waitFor(patience);
}

/** Makes the pictures of Form - 1A: the desk, the desk with the wall and a phone next to it, and that phone in a window of its own. */
async function saveRunningForm(teacher: Person): Promise<void> {
  const { page, context } = teacher;
  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click(patience);
  await waitForAnswers(teacher, 10);
  await saveForDocs(page, 'first-lesson-answers');
  await press(en['rehearsal.wall']);
  await press(en['rehearsal.phone']);
  await page.frameLocator('iframe[name^="classwright-play:"]').getByText('Form - 1A').first().waitFor(patience);
  await page.frameLocator('iframe[name^="classwright-projector"]').getByText('answered').first().waitFor(patience);
  await waitForAnswers(teacher, 18);
  await saveForDocs(page, 'lesson');
  await press(en['rehearsal.hideWall']);
  const [phone] = await Promise.all([context.waitForEvent('page'), press(en['rehearsal.popOut'])]);
  await phone.setViewportSize({ width: 390, height: 844 });
  await phone.getByRole('radio').first().waitFor(patience);
  await saveForDocs(phone, 'phone');
  await phone.getByRole('radio').first().check();
  await phone.getByRole('button', { name: en['join.submit'], exact: true }).click();
  await phone.getByText(en['join.sent'], { exact: false }).first().waitFor(patience);
  await phone.close();
}

journey(
  '[B2119] [B2255] from the first page of a fresh demo to the results of a whole lesson with a simulated class, by three presses and then by Space',
  async ({ bring }) => {
    const teacher = await bring({ name: 'teacher' });
    const { page } = teacher;
    if (makesDocsPictures) await page.setViewportSize({ width: 1280, height: 720 });
    await teacher.visit('/');
    await page.getByRole('button', { name: /teacher@demo\.school/ }).waitFor(patience);
    const startedAt = Date.now();
    const marks: string[] = [];
    const mark = (what: string): void => void marks.push(`${what} ${Math.round((Date.now() - startedAt) / 100) / 10} s`);

    await page.getByRole('button', { name: /teacher@demo\.school/ }).click();
    await page.getByRole('button', { name: en['rehearsal.open'], exact: true }).click(patience);
    await see(teacher, en['rehearsal.band']);
    await space(teacher, /^Activate/);
    await see(teacher, 'Form - 1A running');
    mark('Form - 1A');
    if (makesDocsPictures) await saveRunningForm(teacher);
    await close(teacher, 'Form - 1A');
    mark('1A closed');
    await space(teacher, /^Pair students/);
    await expect.poll(() => page.getByRole('dialog').getByRole('button', { name: en['teach.pairs.publish'], exact: true }).isEnabled(), patience).toBe(true);
    await saveForDocs(page, 'first-lesson-groups');
    await answer(teacher, en['teach.pairs.publish']);
    await page.getByRole('dialog').waitFor({ state: 'hidden', ...patience });
    mark('pairs');
    await space(teacher, /^Re-Assign/);
    await answer(teacher);
    await see(teacher, 'Form - 1B running');
    await close(teacher, 'Form - 1B');
    mark('1B closed');
    await space(teacher, /^Show the change/);
    await see(teacher, /moved from wrong to right after the discussion/);
    await saveForDocs(page, 'first-lesson-change');
    await space(teacher, /^Reveal and explain/);
    await see(teacher, en['teach.wall.whyRight']);
    await saveForDocs(page, 'first-lesson-why');
    await space(teacher, /^Next/);
    await answer(teacher);
    await see(teacher, 'Form - 2 running');
    await close(teacher, 'Form - 2');
    mark('2 closed');
    await space(teacher, /^Show the answers/);
    await space(teacher, /^Reveal and explain/);
    await space(teacher, /^Finish/);
    await answer(teacher);
    await page.locator('[data-stage="finished"]').first().waitFor(patience);
    await see(teacher, en['teach.results']);
    mark('results');
    console.log(`a whole lesson from the sign-in page, of which the first page promises three minutes: ${marks.join(', ')}`);
  },
);
