import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { journey } from './harness/index.ts';

const patience = { timeout: 60_000 };

journey('a teacher announces something to a class, a student sees it without a reload and replies', async ({ bring, query }) => {
  const rows = await query(
    `SELECT course_id AS id FROM class_staff JOIN people ON people.id = account_id WHERE email = 'teacher@demo.school'
        AND course_id IN (SELECT course_id FROM class_students JOIN people ON people.id = account_id WHERE email = 'student1@demo.school') ORDER BY course_id LIMIT 1`,
  );
  const address = `/class-details/${(rows as { id: number }[])[0]?.id}`;
  const student = await bring({ name: 'student' });
  await student.signIn('student1@demo.school', { to: address });
  await student.page.getByText(en['stream.upcoming'], { exact: true }).waitFor(patience);

  const teacher = await bring({ name: 'teacher' });
  await teacher.signIn('teacher@demo.school', { to: address });
  await teacher.page.getByRole('button', { name: /^Announce something to/ }).click(patience);
  await teacher.page.getByRole('textbox', { name: en['stream.text'] }).fill('Bring your circuit notes on Monday.', patience);
  await teacher.expectAccessible('announcing');
  await teacher.page.getByRole('button', { name: en['stream.save'], exact: true }).click();
  await teacher.page.getByRole('article', { name: /circuit notes/ }).waitFor(patience);
  await teacher.expectAccessible('stream');
  await teacher.page
    .getByRole('article', { name: /circuit notes/ })
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await teacher.page.getByRole('menuitem', { name: en['stream.copyLink'] }).waitFor(patience);
  await teacher.page.keyboard.press('Escape');

  await student.page.getByRole('article', { name: /circuit notes/ }).waitFor(patience);
  await student.page
    .getByRole('article', { name: /circuit notes/ })
    .getByRole('button', { name: '0 replies' })
    .click();
  await student.page.getByLabel(en['stream.reply']).fill('I will.', patience);
  await student.page.getByRole('button', { name: en['stream.send'], exact: true }).click();
  await student.page.getByText('I will.').waitFor(patience);
  await student.page.setViewportSize({ width: 360, height: 740 });
  await student.expectAccessible('reply on a phone');
  await student.page.getByRole('button', { name: en['common.close'], exact: true }).first().click();
  await student.expectAccessible('stream on a phone');
  expect(await student.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

  await teacher.page
    .getByRole('article', { name: /circuit notes/ })
    .getByRole('button', { name: '1 reply' })
    .waitFor(patience);
});
