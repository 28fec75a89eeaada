import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { journey } from './harness/index.ts';
import { signInByCall } from './join/steps.ts';

const patience = { timeout: 60_000 };
const REPORT = '实验报告：单摆的周期';

journey('[B713] a student opens and hands in work on a laptop by keys alone', async ({ bring, server, query }) => {
  const [{ id }] = (await query(
    `SELECT course_id AS id FROM class_staff JOIN people ON people.id = account_id WHERE email = 'teacher@demo.school'
        AND course_id IN (SELECT course_id FROM class_students JOIN people ON people.id = account_id WHERE email = 'student1@demo.school') ORDER BY course_id LIMIT 1`,
  )) as [{ id: number }];
  const teacher = await signInByCall(server, 'teacher@demo.school');
  const { courseWork } = await teacher.post(`/courses/${id}/course-works`, { title: REPORT, workType: 'SHORT_ANSWER_QUESTION' });
  const student = await bring({ name: 'student' });
  const { page } = student;
  await student.signIn('student1@demo.school');
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');
  /** Presses Tab until the element with this name has the focus. */
  const tabTo = async (name: RegExp) => {
    for (let step = 0; step < 80; step += 1) {
      if (name.test(await focused())) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`80 presses of Tab do not lead to ${name}`);
  };
  await student.visit(`/std-classwork?class=${id}`);
  await page.getByText(REPORT).first().waitFor(patience);
  await tabTo(new RegExp(`^${REPORT}`));
  await page.keyboard.press('Enter');
  const tabs = page.getByRole('tablist', { name: en['openWork.tabs'] });
  await tabs.waitFor(patience);
  await tabTo(new RegExp(`^${en['openWork.tab.instructions']}$`));
  await page.keyboard.press('ArrowRight');
  const answer = page.getByLabel(en['openWork.yourAnswer'], { exact: true });
  await answer.waitFor(patience);
  for (let step = 0; step < 20 && !(await answer.evaluate((field) => field === document.activeElement)); step += 1) await page.keyboard.press('Tab');
  await page.keyboard.type('By keys alone');
  await tabTo(new RegExp(`^${en['openWork.submit']}$`));
  await page.keyboard.press('Enter');
  await page.getByText(en['openWork.lockedTurnedIn']).waitFor(patience);
  expect(await query(`SELECT short_answer FROM submissions WHERE course_work_id = ${courseWork.id} AND state = 'TURNED_IN'`)).toEqual([
    { short_answer: 'By keys alone' },
  ]);
  await page.keyboard.press('Escape');
  await expect.poll(() => new URL(page.url()).search).not.toContain('work=');
});
