import type { CDPSession, Locator } from 'playwright-core';
import { expect } from 'vitest';
import { journey, type Person } from './harness/index.ts';
import { openLesson, see, startLesson } from './join/steps.ts';

const WORDS = 'The quick brown fox jumps over the lazy dog and runs away.';

/** Composes a word as phone and Chinese keyboards do: letter by letter, committed at the end. */
async function compose(cdp: CDPSession, steps: readonly string[], word: string): Promise<void> {
  for (const text of steps) await cdp.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  await cdp.send('Input.insertText', { text: word });
}

/** Clears a field and types into it as fast as the browser allows, by keys and by composition. */
async function write({ page }: Person, cdp: CDPSession, field: Locator): Promise<void> {
  await field.click();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await page.keyboard.type(WORDS, { delay: 0 });
  for (let round = 0; round < 6; round += 1) {
    await page.keyboard.type(' ', { delay: 0 });
    await compose(cdp, ['n', 'ni', 'nih', 'niha', 'nihao'], '你好');
  }
  await page.keyboard.type(' fin', { delay: 0 });
}

const EXPECTED = `${WORDS}${' 你好'.repeat(6)} fin`;

journey(
  '[B169] [L277] a student who types without a pause, on a slow phone and in composition too, loses no letter in any field',
  async ({ bring, server }) => {
    const lesson = await startLesson(server);
    const student = await bring({ name: 'student', viewport: 'phone' });
    const { page } = student;
    await openLesson(student, 'student1@demo.school', lesson.id, { stays: true });
    const cdp = await student.context.newCDPSession(page);
    const plain = page.getByLabel('Justify Your Answer');
    await write(student, cdp, plain);
    expect(await plain.inputValue()).toBe(EXPECTED);

    await page.getByRole('button', { name: 'Formatting' }).click();
    const rich = page.locator('[contenteditable=true]');
    await expect.poll(() => rich.textContent()).toBe(EXPECTED);
    for (const rate of [1, 4, 10]) {
      await cdp.send('Emulation.setCPUThrottlingRate', { rate });
      await write(student, cdp, rich);
      expect(await rich.textContent(), `processor ${rate} times slower`).toBe(EXPECTED);
    }
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    // On the device and on the server as well.
    await see(student, /^Saved \d/);
    await page.reload();
    await expect.poll(() => plain.inputValue()).toBe(EXPECTED);

    // Text written in another tab still arrives.
    await page.getByRole('button', { name: 'Formatting' }).click();
    await rich.waitFor();
    const other = await student.context.newPage();
    await other.goto(page.url());
    await other.getByLabel('Justify Your Answer').fill('Said elsewhere.');
    await expect.poll(() => rich.textContent()).toBe('Said elsewhere.');
  },
);

journey('[B169] a teacher who types a question without a pause, in composition too, loses no letter of its description', async ({ bring }) => {
  const teacher = await bring({ name: 'teacher' });
  await teacher.signIn('teacher@demo.school', { to: '/all-questions' });
  await teacher.page.getByRole('button', { name: 'Create Question' }).click();
  const rich = teacher.page.locator('[contenteditable=true]').first();
  await rich.waitFor();
  const cdp = await teacher.context.newCDPSession(teacher.page);
  for (const rate of [1, 6]) {
    await cdp.send('Emulation.setCPUThrottlingRate', { rate });
    await write(teacher, cdp, rich);
    expect(await rich.textContent(), `processor ${rate} times slower`).toBe(EXPECTED);
  }
});
