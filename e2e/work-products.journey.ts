import { readFileSync } from 'node:fs';
import { en } from '@classwright/contract/messages/en';
import { readPdf } from '@classwright/server/modules/lesson/work-products/drawing/testing/pdf-text';
import { expect } from 'vitest';
import { journey, type Person, type ProductServer } from './harness/index.ts';
import { CIRCUITS, type RunningLesson, see, startLesson } from './join/steps.ts';

const patience = { timeout: 60_000 };
/** Work products are made while the machine rests, which it does not while other journeys run. */
const untilMade = { timeout: 150_000 };
const FORMS = ['Form - 1A', 'Form - 1B', 'Form - 2'] as const;
/** The second student writes right-to-left, and has a name in the same script. */
const LAYLA = 'ليلى حسن';
const WORDS = {
  'student1@demo.school': ['The battery keeps its voltage.', 'Two paths resist less than one.', 'It is the same circuit in a shed.'],
  'student2@demo.school': ['لا أعرف بعد', 'المقاومة أصغر الآن', 'الدائرة نفسها'],
} as const;
type Email = keyof typeof WORDS;

/** Both answer all three forms, each comments on the other's first answer, and the teacher comments on both. */
async function holdLesson(server: ProductServer): Promise<RunningLesson> {
  const lesson = await startLesson(server);
  await lesson.teacher.post('/live/learning/settings/update', { assessment_id: lesson.id, can_comment: true });
  for (const [index, form] of FORMS.entries()) {
    const answered: Awaited<ReturnType<RunningLesson['answerAs']>>[] = [];
    for (const email of Object.keys(WORDS) as Email[]) answered.push(await lesson.answerAs(email, index === 0 ? 1 : 0, WORDS[email][index]!));
    if (index === 0) {
      const [first, second] = answered.map(({ post }) => post['id'] as number);
      await answered[1]!.student.post('/posts/comments/add', { post_id: first, comment: 'But lamp 2 gets less!' });
      await answered[0]!.student.post('/posts/comments/add', { post_id: second, comment: 'What would you measure?' });
      for (const id of [first, second]) await lesson.teacher.post('/posts/comments/add', { post_id: id, comment: 'Think of the whole circuit.' });
    }
    await lesson.step(form === 'Form - 1A' ? 're-assign' : form === 'Form - 1B' ? 'next' : 'finished');
  }
  return lesson;
}

/** Downloads the PDF behind a link of that name. */
async function download({ page }: Person, name: string) {
  const arrives = page.waitForEvent('download', patience);
  await page.getByRole('link', { name, exact: true }).click(patience);
  return readPdf(readFileSync(await (await arrives).path()));
}

async function expectNoSideScroll({ page }: Person): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

journey(
  '[L263] [L264] from a lesson to its work products: made, told, downloaded and handed in',
  async ({ bring, server, query }) => {
    await query(`UPDATE accounts SET first_name = 'ليلى', last_name = 'حسن' WHERE email = 'student2@demo.school'`);
    const { id } = await holdLesson(server);
    const isMade = async () =>
      (
        await query(`SELECT 1 FROM work_products JOIN live_sessions session ON session.id = session_id
      WHERE assessment_id = ${id} AND work_products.state = 'made'`)
      ).length;
    await expect.poll(isMade, untilMade).toBe(2);

    // The first student, on a phone: notified in the bell, she downloads it, and finds it handed in.
    const priya = await bring({ name: 'student', viewport: 'smallPhone' });
    await priya.signIn('student1@demo.school');
    const told = `Your work product is ready: ${CIRCUITS}`;
    await expect.poll(async () => (await query(`SELECT 1 FROM notifications WHERE kind = 'work-product' AND path LIKE '%=${id}'`)).length, untilMade).toBe(2);
    await priya.page.reload();
    await priya.page.getByRole('button', { name: /unread/ }).click(patience);
    await priya.page.getByRole('link', { name: new RegExp(told) }).click(patience);
    await priya.page.waitForURL((url) => url.pathname === '/work-products' && url.searchParams.get('assessment_id') === String(id));
    await priya.page.getByText(en['workProduct.state.made'], { exact: true }).waitFor(patience);
    await expectNoSideScroll(priya);
    await priya.expectAccessible('own work product');
    const own = await download(priya, 'Download the work product of Priya Nair');
    expect(own.title).toBe(`${CIRCUITS}, Priya Nair`);
    for (const said of [...WORDS['student1@demo.school'], 'But lamp 2 gets less!', 'Think of the whole circuit.', 'A classmate', 'Closing a switch'])
      expect(own.text).toContain(said);
    for (const name of ['ليلى', 'حسن']) expect(own.text).not.toContain(name);
    const [work] = (await query(`SELECT id, course_id FROM course_works WHERE assessment_id = ${id}`)) as { id: string; course_id: string }[];
    await priya.visit(`/std-classwork?class=${work!.course_id}&work=${work!.id}`);
    await priya.page.getByRole('tab', { name: en['openWork.tab.work'] }).click(patience);
    await priya.page.getByText(`${CIRCUITS} - Priya Nair.pdf`).first().waitFor(patience);
    await see(priya, en['openWork.state.TURNED_IN']);
    await expectNoSideScroll(priya);
    await priya.expectAccessible('handed in');

    // Her teacher finds both with the class's work, and reads the right-to-left one.
    const teacher = await bring({ name: 'teacher' });
    await teacher.signIn('teacher@demo.school', { to: `/class-classwork/${work!.course_id}?work=${work!.id}` });
    await teacher.page.getByRole('link', { name: en['openWork.workProducts'], exact: true }).waitFor(patience);
    await teacher.expectAccessible('work of a lesson');
    await teacher.page.getByRole('link', { name: en['openWork.workProducts'], exact: true }).click();
    await teacher.page.getByRole('link', { name: 'Download the work product of Priya Nair' }).waitFor(patience);
    await teacher.expectAccessible('work products');
    const hers = await download(teacher, `Download the work product of \u2068${LAYLA}\u2069`);
    expect(hers.title).toBe(`${CIRCUITS}, ${LAYLA}`);
    for (const name of LAYLA.split(' ')) expect(hers.text).toContain(name);
    expect(hers.text).toContain('What would you measure?');
    expect(hers.text).not.toContain('Priya');
  },
  600_000,
);
