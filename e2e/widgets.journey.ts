import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { sharedJourney, type Person } from './harness/index.ts';
import { CIRCUITS, signInByCall } from './join/steps.ts';

const patience = { timeout: 60_000 };
/** Returns the name or text of the focused element. */
const focused = ({ page }: Person): Promise<string> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim() ?? '');

async function press({ page }: Person, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

sharedJourney('menu, popover, combobox, date and time obey the keys of their ARIA patterns, also where a dialog is around them', async ({ bring }) => {
  const admin = await bring({ name: 'administrator', viewport: 'desktop' });
  const { page } = admin;
  await admin.signIn('admin@demo.school');

  const account = page.getByRole('button', { name: /^Account of / });
  await account.focus();
  await press(admin, 'ArrowUp');
  await expect.poll(() => focused(admin)).toBe(en['shell.logOut']);
  await admin.expectAccessible('an open menu');
  await press(admin, 'ArrowDown', 'End', 'd');
  expect(await focused(admin)).toContain('Dark mode');
  await press(admin, 'Escape');
  expect(await account.evaluate((element) => element === document.activeElement)).toBe(true);

  const bell = page.getByRole('button', { name: en['bell.title'] });
  await bell.focus();
  await press(admin, 'Enter');
  await page.getByRole('dialog', { name: en['bell.title'] }).waitFor(patience);
  await admin.expectAccessible('an open popover');
  await press(admin, 'Escape');
  expect(await bell.evaluate((element) => element === document.activeElement)).toBe(true);

  await admin.visit('/periods?create=true');
  const dialog = page.getByRole('dialog').filter({ has: page.getByRole('combobox') });
  const schools = dialog.getByRole('combobox');
  await schools.focus();
  await press(admin, 'Alt+ArrowDown');
  await expect.poll(() => dialog.getByRole('option').count(), patience).toBeGreaterThan(0);
  await admin.expectAccessible('an open list in a dialog');
  await press(admin, 'Alt+ArrowUp');
  expect(await schools.getAttribute('aria-expanded')).toBe('false');
  await press(admin, 'ArrowDown');
  await dialog.getByRole('option').first().waitFor(patience);
  await press(admin, 'Enter', 'Escape');
  // The list is closed, the dialog is not. The list is not a stop on the way out.
  expect([await schools.getAttribute('aria-expanded'), await dialog.isVisible()]).toEqual(['false', true]);
  await press(admin, 'Backspace', 'ArrowDown', 'Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('[role="listbox"]') === null)).toBe(true);
  expect(await schools.getAttribute('aria-expanded')).toBe('false');

  const start = dialog.getByLabel('Start date');
  await start.focus();
  await page.keyboard.type('03142026');
  expect(await start.inputValue()).toBe('2026-03-14');

  await admin.visit('/assessment-periods?create=true');
  const at = page.getByRole('dialog').getByLabel('Start time');
  await at.focus();
  await page.keyboard.type('0930AM');
  expect(await at.inputValue()).toBe('09:30');
});

sharedJourney('tabs are one stop of the Tab key, and mirrored where text runs from right to left', async ({ bring, server }) => {
  const { data } = await (await signInByCall(server, 'admin@demo.school')).get('/live/learning/lessons?per_page=100');
  const id = (data as unknown as { title: string; assessment_id: number }[]).find(({ title }) => title === CIRCUITS)?.assessment_id;
  const teacher = await bring({ name: 'teacher', viewport: 'desktop' });
  const { page } = teacher;
  await teacher.signIn('teacher@demo.school', { to: `/teacher-live-learning?assessment_id=${id}` });
  const tabs = page.getByRole('tablist', { name: en['teach.people'] }).getByRole('tab');
  await tabs.first().waitFor(patience);
  const chosen = () => tabs.evaluateAll((all) => all.findIndex((tab) => tab.getAttribute('aria-selected') === 'true'));
  const last = (await tabs.count()) - 1;
  await tabs.first().focus();
  await press(teacher, 'Home', 'ArrowRight');
  expect(await chosen()).toBe(1);
  await press(teacher, 'End');
  expect(await chosen()).toBe(last);
  await press(teacher, 'ArrowRight');
  expect(await chosen()).toBe(0);
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  await press(teacher, 'ArrowLeft');
  expect(await chosen()).toBe(1);
  await press(teacher, 'Tab');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).not.toBe('tab');
});
