import { expect } from 'vitest';
import { journey } from './harness/index.ts';
import { see } from './join/steps.ts';

const patience = { timeout: 60_000 };

/** Sixty more works for the demo school's first class, the newest due last, each with a grade for everyone. */
const MANY = [
  `INSERT INTO course_works (course_id, creator_id, kind, work_type, title, posted_at, max_points, due_on, due_at, due_zone)
   SELECT 1, owner_id, 'ASSIGNMENT', 'ASSIGNMENT', 'Quiz ' || n, app_now(), 10, date '2090-01-01' + n, timestamptz '2090-01-01T12:00:00Z' + n * interval '1 day', 'UTC'
     FROM courses, generate_series(1, 60) n WHERE courses.id = 1`,
  `INSERT INTO submissions (course_id, course_work_id, account_id, assigned_at, draft_grade)
   SELECT work.course_id, work.id, student.account_id, app_now(), 7
     FROM course_works work JOIN class_students student ON student.course_id = work.course_id WHERE work.course_id = 1 AND work.title LIKE 'Quiz %'
   ON CONFLICT (course_work_id, account_id) DO UPDATE SET draft_grade = 7 -- the jobs assign works too`,
];

journey(
  'of a class with many items a teacher sees the first before the rest, which says that it is not loaded, and then everything',
  async ({ bring, query }) => {
    for (const statement of MANY) await query(statement);
    const teacher = await bring({ name: 'teacher' });
    const { page } = teacher;
    await page.setViewportSize({ width: 1440, height: 900 });
    await teacher.signIn('teacher@demo.school');
    const rest = Promise.withResolvers<void>();
    await page.route(
      (url) => url.pathname === '/api/dashboard/grade-book' && !url.searchParams.has('columns'),
      async (route) => {
        await rest.promise;
        await route.continue();
      },
    );
    await teacher.visit('/class-gradebook/1?marking_periods=none');
    const sheet = page.getByRole('grid', { name: /^Gradebook of/ });
    await sheet.waitFor(patience);
    await see(teacher, /^40 of \d+ items loaded$/);
    const overall = sheet.locator('[data-row="0"][data-column="1"]');
    await expect.poll(() => overall.textContent()).toBe('Not loaded yet');
    await expect.poll(() => sheet.locator('[data-row="0"] [data-number]').count(), patience).toBeGreaterThan(0);
    await sheet.locator('[data-row="0"][data-column="0"]').focus();
    await page.keyboard.press('End');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Not loaded yet');
    await page.keyboard.type('5');
    await see(teacher, 'The gradebook is still loading.');
    await teacher.expectAccessible('a gradebook of which a part is here');
    await teacher.look('a gradebook of which a part is here');
    rest.resolve();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent), patience).not.toBe('Not loaded yet');
    const last = await page.getByRole('columnheader', { name: /Quiz 60/ }).getAttribute('data-column');
    await expect.poll(() => sheet.locator(`[data-row="0"][data-column="${last}"]`).textContent()).toBe('7');
    await page.keyboard.press('Home');
    await expect.poll(() => overall.textContent(), patience).toMatch(/^\d+\.\d%$/);
    await teacher.look('the same with everything');
  },
);
