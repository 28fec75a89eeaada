import { readPdf } from '@classwright/server/modules/lesson/work-products/drawing/testing/pdf-text';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { type Person, sharedJourney } from './harness/index.ts';

const patience = { timeout: 60_000 };
const PAPERS = fileURLToPath(new URL('artifacts/print/', import.meta.url));

/** Prints the page that is shown. `PICTURES=on` keeps the file, for somebody to look at. */
async function print({ page }: Person, name: string): Promise<{ pages: number; text: string }> {
  const bytes = await page.pdf({ preferCSSPageSize: true });
  if (process.env['PICTURES'] === 'on') {
    mkdirSync(PAPERS, { recursive: true });
    writeFileSync(`${PAPERS}${name}.pdf`, bytes);
  }
  const { pages, lines } = await readPdf(bytes);
  return { pages, text: lines.join('\n').replaceAll('\u00a0', ' ') };
}

/** The words of the frame and of controls, which nobody reads on paper. */
const FRAME = ['Skip to the content', 'Search', 'Main menu', 'Sign out', 'Reset', 'Download', 'Show as table'];

/** Checks what every printed page has: the school and the day, no frame. */
function expectPaper({ text, pages }: { text: string; pages: number }, most: number): void {
  expect(text).toMatch(/Printed \w{3}, \w{3} \d/);
  expect(text.split('\n').filter((line) => FRAME.some((words) => line.trim() === words))).toEqual([]);
  expect(pages).toBeLessThanOrEqual(most);
}

const HELD = `
  SELECT held.course_id AS course, held.assessment_id AS assessment, assessments.title, version.title AS question, courses.name AS class FROM lesson_figures held
    JOIN courses ON courses.id = held.course_id JOIN accounts ON accounts.id = courses.owner_id JOIN assessments ON assessments.id = held.assessment_id
    JOIN live_phases phase ON phase.session_id = held.session_id AND phase.form = 'Form - 1A' JOIN question_versions version ON version.id = phase.question_version_id
   WHERE accounts.email = 'teacher@demo.school' AND EXISTS (SELECT 1 FROM lesson_students own JOIN accounts student ON student.id = own.account_id
         WHERE own.session_id = held.session_id AND student.email = 'student1@demo.school' AND own.answered > 0)
   ORDER BY version.description::text LIKE '%"image"%' DESC, held.session_id DESC LIMIT 1`;
interface Held {
  course: number;
  assessment: number;
  title: string;
  question: string;
  class: string;
}

sharedJourney(
  '[B2534] the staff’s snapshot of a lesson is printed with question, responses, moves and names, to be understood a year later',
  async ({ bring, query }) => {
    const [held] = (await query(HELD)) as [Held];
    const teacher = await bring({ name: 'teacher' });
    await teacher.signIn('teacher@demo.school', { to: `/live-snapshot?assessment_id=${held.assessment}` });
    await teacher.page.getByRole('heading', { name: 'Students by transition', exact: true }).waitFor(patience);
    const paper = await print(teacher, 'snapshot');
    expectPaper(paper, 5);
    for (const words of [held.title, held.class, held.question, 'The transfer question', 'Kept right', 'Still wrong', '✓ Correct', 'Students by transition'])
      expect(paper.text).toContain(words);
    expect(paper.text).toMatch(/Form - 1A: \d+ of \d+ right/);
    expect(paper.text).toMatch(/Form - 2: \d+ · \d+%/);
    // names are on the last side, and what the class answered before them
    expect(paper.pages).toBeGreaterThan(1);
  },
);

sharedJourney(
  '[B2535] dashboards, who needs attention, gradebooks, the sheet of an assessment and a student’s snapshot are printed without the frame',
  async ({ bring, query }) => {
    const [held] = (await query(HELD)) as [Held];
    const teacher = await bring({ name: 'teacher' });
    await teacher.signIn('teacher@demo.school', { to: '/dashboard' });
    const { page } = teacher;
    const tabs = page.getByRole('tablist').first().getByRole('tab');
    await tabs.first().waitFor(patience);
    for (let index = 0; index < (await tabs.count()); index += 1) {
      const name = (await tabs.nth(index).innerText()).trim();
      await tabs.nth(index).click();
      await teacher.settle();
      const paper = await print(teacher, `dashboard ${name}`);
      expectPaper(paper, 4);
      expect(paper.text).toContain('Dashboard');
    }
    await teacher.visit(`/class-attention/${held.course}`);
    await teacher.settle();
    await page.getByRole('heading', { level: 2 }).first().waitFor(patience);
    const attention = await print(teacher, 'attention');
    expectPaper(attention, 4);
    expect(attention.text).toContain(held.class);

    await teacher.visit(`/class-gradebook/${held.course}`);
    await page.getByRole('grid').waitFor(patience);
    await teacher.settle();
    const students = (await query(`SELECT count(*)::integer AS count FROM class_students WHERE course_id = ${held.course}`)) as [{ count: number }];
    const book = await print(teacher, 'gradebook');
    expectPaper(book, 6);
    const names = (await query(
      `SELECT account.full_name AS name FROM class_students member JOIN lesson_people account ON account.id = member.account_id WHERE member.course_id = ${held.course}`,
    )) as { name: string }[];
    expect(names).toHaveLength(students[0].count);
    expect(names.filter(({ name }) => !book.text.includes(name))).toEqual([]);

    await teacher.visit(`/assessment-snapshot?id=${held.assessment}`);
    await page.getByRole('heading', { level: 1, name: held.title }).waitFor(patience);
    await teacher.settle();
    const sheet = await print(teacher, 'assessment');
    expectPaper(sheet, 6);
    expect(sheet.text).toContain(held.question);

    const student = await bring({ name: 'student' });
    await student.signIn('student1@demo.school', { to: `/student-live-snapshot?assessment_id=${held.assessment}` });
    await student.page.getByRole('heading', { name: /^Right answers in your class/ }).waitFor(patience);
    const own = await print(student, 'own snapshot');
    expectPaper(own, 7);
    expect(own.text).toContain('My response');
    await student.visit('/std-gradebook');
    await student.page.getByRole('region', { name: 'Grade summary', exact: true }).first().waitFor(patience);
    await student.settle();
    const grades = await print(student, 'own grades');
    expectPaper(grades, 3);
    expect(grades.text).toContain('Overall grade');
  },
);

sharedJourney(
  '[B2440] on paper tables repeat their heads, nothing that is folded is missing, and no button is printed; ideas and classes are printed without the frame too',
  async ({ bring, query }) => {
    const [held] = (await query(HELD)) as [Held];
    const admin = await bring({ name: 'administrator' });
    await admin.signIn('admin@demo.school', { to: '/dashboard?tab=live-instructions&figure=total_sessions' });
    await admin.page.getByRole('table', { name: 'Total Sessions', exact: true }).getByRole('row').nth(20).waitFor(patience);
    await admin.settle();
    const rows = await print(admin, 'rows of a figure');
    const heads = rows.text.split('\n').filter((line) => line.includes('Held on'));
    expect(heads.length).toBe(rows.pages);
    expect(heads.length).toBeGreaterThan(1);

    const teacher = await bring({ name: 'teacher' });
    await teacher.signIn('teacher@demo.school', { to: '/dashboard?tab=attendance' });
    const { page } = teacher;
    await page
      .getByRole('button', { name: /^VIEW / })
      .first()
      .waitFor(patience);
    await teacher.settle();
    const attendance = await print(teacher, 'attendance');
    expect(attendance.text).toContain('Haruto Nishimura');
    expect(attendance.text).not.toContain('VIEW');

    await teacher.visit('/attention');
    await page.getByRole('link', { name: held.class, exact: true }).waitFor(patience);
    const [, count] = /(\d+) students/.exec(await page.getByRole('main').innerText()) ?? [];
    const names = await print(teacher, 'who needs attention in all classes');
    expectPaper(names, 4);
    expect(names.text).not.toMatch(/Show \d+ more/);
    expect(Number(count)).toBeGreaterThan(5);
    const students = (await query(
      `SELECT account.full_name AS name FROM class_students member JOIN lesson_people account ON account.id = member.account_id WHERE member.course_id = ${held.course}`,
    )) as { name: string }[];
    expect(students.filter(({ name }) => names.text.includes(name)).length).toBe(Number(count));

    await teacher.visit('/ideas');
    await page.getByRole('table').waitFor(patience);
    const ideas = await print(teacher, 'ideas');
    expectPaper(ideas, 5);
    expect(ideas.text).toContain('Current is used up');
    expect(ideas.text).toMatch(/\d+ of \d+/);
    expect(ideas.text).not.toMatch(/All ideas|New idea|Name it/);

    await teacher.visit('/classes');
    await page.getByRole('heading', { name: held.class, exact: true }).waitFor(patience);
    await teacher.settle();
    expectPaper(await print(teacher, 'classes'), 2);
  },
);

sharedJourney('[B2441] staff print the grades of one student from the gradebook, a line for each item', async ({ bring, query }) => {
  const [held] = (await query(HELD)) as [Held];
  const teacher = await bring({ name: 'teacher' });
  await teacher.signIn('teacher@demo.school', { to: `/class-gradebook/${held.course}` });
  const { page } = teacher;
  await page.getByRole('grid').waitFor(patience);
  await teacher.settle();
  await page.evaluate(() => {
    window.print = () => undefined; // a dialog of the browser, which nobody answers here
  });
  await page.getByRole('gridcell').nth(4).click();
  const button = page.getByRole('button', { name: /^Print the grades of / });
  const name = (await button.innerText(patience)).replace('Print the grades of ', '');
  await button.click();
  const own = await print(teacher, 'grades of one student');
  expectPaper(own, 2);
  expect(own.text).toContain(`${name} · ${held.class}`);
  const others = (await query(
    `SELECT account.full_name AS name FROM class_students member JOIN lesson_people account ON account.id = member.account_id WHERE member.course_id = ${held.course} AND account.full_name <> '${name}'`,
  )) as { name: string }[];
  expect(others.length).toBeGreaterThan(10);
  expect(others.filter((other) => own.text.includes(other.name))).toEqual([]);
  // afterwards the whole gradebook is printed again
  const whole = await print(teacher, 'gradebook again');
  expect(others.filter((other) => !whole.text.includes(other.name))).toEqual([]);
});
