import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { pdf } from './file-samples.ts';
import { journey, type Person } from './harness/index.ts';
import { type Caller, signInByCall } from './join/steps.ts';

const patience = { timeout: 60_000 };
const OUTING = 'رحلة إلى محطة الطاقة يوم الخميس';
const REPORT = '实验报告：单摆的周期';
const CHOICE = 'ما الذي يحدث للتيار؟';
const FILE = 'Lab notes';

const expectToFit = ({ page }: Person) => expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
const button = ({ page }: Person, name: string | RegExp) => page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) });

/** Checks what every screen of the phone must keep. */
async function expectGood(person: Person, what: string): Promise<void> {
  await expectToFit(person);
  await person.expectAccessible(what);
}

/** Opens the form of a work from home. */
async function openFromHome(person: Person, title: string): Promise<void> {
  await person.visit('/home');
  await person.page
    .getByRole('link', { name: new RegExp(title) })
    .first()
    .click(patience);
  await person.page.getByRole('tab', { name: en['openWork.tab.work'], exact: true }).click(patience);
}

async function makeWork(teacher: Caller, course: number, work: Record<string, unknown>): Promise<number> {
  return (await teacher.post(`/courses/${course}/course-works`, work)).courseWork.id as number;
}

journey(
  '[B713] a student’s week on a small phone with a bad line: invited, told, work of every kind handed in once, returned and graded, points spent',
  async ({ bring, server, query }) => {
    const [course] = (await query(`
      SELECT courses.id, (SELECT accounts.email FROM accounts JOIN account_types ON account_types.id = account_type_id
               WHERE account_types.name = 'Student' AND accounts.school_id = courses.school_id
                 AND accounts.id NOT IN (SELECT account_id FROM course_members WHERE course_id = courses.id) ORDER BY accounts.id LIMIT 1) AS email
        FROM courses JOIN accounts ON accounts.id = courses.owner_id WHERE accounts.email = 'teacher@demo.school' ORDER BY courses.id LIMIT 1`)) as [
      { id: number; email: string },
    ];
    const { id, email } = course;
    const teacher = await signInByCall(server, 'teacher@demo.school');
    const due = new Date(Date.now() + 2 * 86_400_000);
    const dueDate = { year: due.getUTCFullYear(), month: due.getUTCMonth() + 1, day: due.getUTCDate() };
    const works = {
      report: await makeWork(teacher, id, { title: REPORT, workType: 'SHORT_ANSWER_QUESTION', description: '用自己的话写。', dueDate }),
      choice: await makeWork(teacher, id, {
        title: CHOICE,
        workType: 'MULTIPLE_CHOICE_QUESTION',
        multipleChoiceQuestion: { choices: ['يزداد', 'ينقص'] },
        dueDate,
      }),
      file: await makeWork(teacher, id, { title: FILE, workType: 'ASSIGNMENT', dueDate }),
    };
    await teacher.post('/announcements', { text: OUTING, students: 'ALL_STUDENTS', courses: [id] });
    await teacher.post('/invitations/student', { userId: email, courseId: id, role: 'STUDENT' });

    // a file of the student's is in the library already
    const form = new FormData();
    const sample = pdf('ملاحظات المختبر.pdf', ['Notes']);
    form.append('files', new Blob([new Uint8Array(sample.buffer)], { type: sample.mimeType }), sample.name);
    const { token } = await signInByCall(server, email);
    const uploaded = await fetch(`${server.url}/api/files`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form });
    expect(uploaded.status).toBe(201);

    // home says that there is an invitation, and then what is to be done
    const student = await bring({ name: 'student', viewport: 'smallPhone' });
    const { page, line } = student;
    await student.signIn(email, { to: '/home' });
    await page.getByText(en['home.invitationsHint']).click(patience);
    await button(student, /^Accept: /).click(patience);
    await button(student, en['pending.yes']).click(patience);
    await page.getByText(en['pending.none']).waitFor(patience);
    await student.visit('/home');
    await page.getByRole('link', { name: new RegExp(REPORT) }).waitFor(patience);
    await expectGood(student, 'home with work');

    // an announcement is read, and replied to
    await student.visit(`/class-details/${id}`);
    const announcement = page.getByRole('article', { name: OUTING });
    await announcement.waitFor(patience);
    await expectGood(student, 'stream');
    await announcement.getByRole('button', { name: '0 replies' }).click();
    await page.getByLabel(en['stream.reply']).fill('سأحضر، 谢谢！', patience);
    await button(student, en['stream.send']).click();
    await page.getByText('سأحضر، 谢谢！').waitFor(patience);
    await expectGood(student, 'announcement');

    // the line goes while an answer is typed, and stays away when it is handed in
    await openFromHome(student, REPORT);
    const answer = page.getByRole('textbox', { name: en['openWork.yourAnswer'], exact: true });
    await answer.fill('单摆的周期与摆长有关。', patience);
    line.cut();
    await answer.pressSequentially(' التردد ثابت');
    const written = '单摆的周期与摆长有关。 التردد ثابت';
    await button(student, en['openWork.submit']).click();
    await page.getByText(en['openWork.offline']).waitFor(patience);
    expect(await answer.inputValue()).toBe(written);
    await expectGood(student, 'no connection');
    line.restore();
    await student.visit(`/class-classwork/${id}?work=${works.report}`);
    await page.getByRole('tab', { name: en['openWork.tab.work'], exact: true }).click(patience);
    await expect.poll(() => answer.inputValue(), patience).toBe(written);

    // the request arrives and its answer does not, nor when it is tried again: it is handed in once, and the page learns of it with the line
    const submit = button(student, en['openWork.submit']);
    const countHandedIn = () => query(`SELECT count(*)::integer AS count FROM submissions WHERE course_work_id = ${works.report} AND state = 'TURNED_IN'`);
    line.swallowAnswers();
    await submit.click();
    await expect.poll(countHandedIn, patience).toEqual([{ count: 1 }]);
    line.cut();
    await page.getByText(en['openWork.offline']).waitFor(patience);
    line.restore();
    line.swallowAnswers();
    await Promise.all([
      page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('submission'), patience),
      submit.click(patience),
    ]);
    line.cut();
    await page.getByText(en['openWork.offline']).waitFor(patience);
    line.restore();
    await page.getByText(en['openWork.lockedTurnedIn']).waitFor(patience);
    await expectGood(student, 'handed in');
    const handIns = await query(`SELECT answer ->> 'text' AS text FROM submission_history JOIN submissions ON submissions.id = submission_id
      WHERE course_work_id = ${works.report} AND submission_history.state = 'TURNED_IN'`);
    expect(handIns).toEqual([{ text: written }]);

    // it comes back while the page is open: without a grade it can be handed in again, with one it shows, from home as well
    const [{ submission }] = (await query(`SELECT id AS submission FROM submissions WHERE course_work_id = ${works.report} AND state = 'TURNED_IN'`)) as [
      { submission: number },
    ];
    const named = { courseId: id, courseWorkId: works.report };
    await teacher.post('/return-submission', { ...named, id: submission, message: '请写出公式。' });
    await page.getByText('请写出公式。').waitFor(patience);
    await answer.fill('T = 2π√(l/g)', patience);
    await button(student, en['openWork.submitAgain']).click();
    await page.getByText(en['openWork.lockedTurnedIn']).waitFor(patience);
    await teacher.post('/grade-submissions', { ...named, submissionId: submission, submission: { type: 'DRAFT_GRADE', draftGrade: 9 } });
    await teacher.post('/return-submission', { ...named, id: submission, message: 'أحسنت!' });
    await page.getByText('أحسنت!').waitFor(patience);
    await openFromHome(student, REPORT);
    await page.getByText('9 / 10', { exact: true }).first().waitFor(patience);
    await expectGood(student, 'graded');

    // a choice, and a file of the library
    await openFromHome(student, CHOICE);
    await button(student, en['openWork.submit']).click(patience);
    await page.getByText(en['openWork.choiceRequired']).waitFor(patience);
    await page.getByRole('radio', { name: 'ينقص' }).check(patience);
    await expectGood(student, 'choice');
    await button(student, en['openWork.submit']).click();
    await page.getByText(en['openWork.lockedTurnedIn']).waitFor(patience);

    await student.visit(`/std-classwork?class=${id}&work=${works.file}`);
    await page.getByRole('tab', { name: en['openWork.tab.work'], exact: true }).click(patience);
    expect(await button(student, en['openWork.submit']).isDisabled()).toBe(true);
    await button(student, en['files.field.choose']).click(patience);
    const library = page.getByRole('dialog', { name: en['files.picker.title'] });
    await library.getByText('ملاحظات المختبر.pdf').first().click(patience);
    await student.look('library');
    await library.getByRole('button', { name: en['files.picker.use'], exact: true }).click(patience);
    await expectGood(student, 'file chosen');
    await button(student, en['openWork.submit']).click(patience);
    await page.getByText(en['openWork.lockedTurnedIn']).waitFor(patience);
    await expectGood(student, 'file handed in');

    // nothing of it is to be done any more
    await Promise.all([page.waitForResponse(/\/api\/home$/), student.visit('/home')]);
    await expect.poll(() => page.getByRole('link', { name: new RegExp(CHOICE) }).count(), patience).toBe(0);
    await expectGood(student, 'home afterwards');

    // points are spent
    const [{ account_id }] = (await query(`SELECT id AS account_id FROM accounts WHERE email = '${email}'`)) as [{ account_id: number }];
    await teacher.post('/reward-point/gifts', { course_id: id, account_ids: [account_id], points: 50, reason: '帮助同学' });
    await student.visit('/reward-point');
    await page.getByText('帮助同学').first().waitFor(patience);
    await expectGood(student, 'points');
    await student.visit('/store');
    await button(student, /^Redeem /)
      .first()
      .click(patience);
    await page.getByRole('dialog').getByRole('button', { name: en['store.redeem'], exact: true }).click(patience);
    await page.getByText(/is yours/).waitFor(patience);
    await expectGood(student, 'store');
    await student.visit('/calendar');
    await page.getByText(/^Times are in/).waitFor(patience);
    if (due.getUTCMonth() !== new Date().getUTCMonth()) await button(student, en['calendar.next']).click(patience);
    await page.getByText(REPORT).first().waitFor(patience);
    await expectGood(student, 'calendar');
  },
  360_000,
);
