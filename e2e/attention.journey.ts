import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { journey, type Person } from './harness/index.ts';
import { see } from './join/steps.ts';

const patience = { timeout: 60_000 };
const cards = ({ page }: Person) => page.locator('main li').filter({ has: page.getByRole('heading', { level: 3 }) });
const expectToFit = ({ page }: Person) => expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

journey(
  'a teacher sees whom to look after and why, puts a name away with a note and takes it back, and writes to some; students find no such page',
  async ({ bring, query }) => {
    const [course] = await query(`
    SELECT held.course_id AS id FROM lesson_figures held JOIN courses ON courses.id = held.course_id JOIN accounts ON accounts.id = courses.owner_id
     WHERE accounts.email = 'teacher@demo.school' ORDER BY held.students - held.logged_in DESC, held.session_id LIMIT 1`);
    const { id } = course as { id: number };
    const teacher = await bring({ name: 'teacher' });
    const { page } = teacher;
    await teacher.signIn('teacher@demo.school', { to: `/class-people/${id}` });
    await page.getByRole('link', { name: en['people.attention'], exact: true }).click(patience);
    await page.getByRole('heading', { level: 2, name: en['attention.title'], exact: true }).waitFor(patience);
    await see(teacher, /^Absent from (?:all|\d) of the last \d lessons/);
    await teacher.expectAccessible('whom to look after');
    await teacher.look('whom to look after');

    const first = cards(teacher).first();
    const name = String(await first.getByRole('heading', { level: 3 }).textContent());
    await first.getByRole('button', { name: `Mark ${name} as done`, exact: true }).press('Enter');
    const dialog = page.getByRole('dialog', { name: `Mark ${name} as done?`, exact: true });
    await dialog.getByLabel(en['attention.noteLabel'], { exact: true }).fill('Spoke to the tutor. 请再看一次。');
    await teacher.expectAccessible('put away');
    await dialog.getByRole('button', { name: en['attention.done'], exact: true }).click();
    await see(teacher, '1 name marked as done until something new comes up.');
    await page.getByRole('heading', { level: 3, name, exact: true }).waitFor({ state: 'detached', ...patience });
    await page.getByRole('switch', { name: 'Show done (1)', exact: true }).press('Space');
    await see(teacher, 'Spoke to the tutor. 请再看一次。');
    await teacher.look('put away, shown');
    await page.getByRole('button', { name: `Show ${name} again`, exact: true }).click();
    await see(teacher, '1 name is back on the list.');

    // Two of them get a message each, and nobody else.
    await cards(teacher).nth(0).getByRole('checkbox').check(patience);
    await cards(teacher).nth(1).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Message (2)', exact: true }).click();
    const announcement = page.getByRole('dialog', { name: en['stream.createTitle'], exact: true });
    await announcement.getByText(name, { exact: true }).first().waitFor(patience);
    await announcement.locator('[contenteditable="true"]').fill('Please come to the homework hour on Thursday.');
    await announcement.getByText(en['stream.apart'], { exact: true }).waitFor(patience);
    await teacher.look('write to them');
    await announcement.getByRole('button', { name: en['stream.save'], exact: true }).click();
    await announcement.waitFor({ state: 'detached', ...patience });
    const told = await query(`
    SELECT announcements.assignee_mode, (SELECT count(*)::integer FROM announcement_students WHERE announcement_id = announcements.id) AS students
      FROM announcements WHERE course_id = ${id} ORDER BY id DESC LIMIT 2`);
    expect(told).toEqual([1, 1].map((students) => ({ assignee_mode: 'INDIVIDUAL_STUDENTS', students })));

    const phone = await bring({ name: 'on a phone', viewport: 'phone' });
    await phone.signIn('teacher@demo.school', { to: `/class-attention/${id}` });
    await cards(phone).first().waitFor(patience);
    await expectToFit(phone);
    await phone.page.emulateMedia({ colorScheme: 'dark' });
    await phone.expectAccessible('whom to look after, on a phone, dark');
    await phone.look('on a phone');

    const student = await bring({ name: 'student', viewport: 'phone' });
    await student.signIn('student1@demo.school', { to: `/class-attention/${id}` });
    await student.page.getByRole('heading', { level: 1 }).first().waitFor(patience);
    await expect.poll(() => student.page.getByText(en['attention.title'], { exact: true }).count()).toBe(0);
  },
);
