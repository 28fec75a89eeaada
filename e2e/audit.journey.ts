import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { journey, type Person, type ProductServer } from './harness/index.ts';

const patience = { timeout: 60_000 };

/** Makes a call with the sign-in of a person's browser. Returns its body. */
async function call({ page }: Person, { url }: ProductServer, method: string, path: string, body?: object): Promise<any> {
  const { token } = JSON.parse((await page.evaluate(() => sessionStorage.getItem('cw.session'))) ?? '{}') as { token: string };
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect([path, response.ok]).toEqual([path, true]);
  return response.json();
}

journey(
  '[B1476] a parent has complained: the administrator finds who changed the grade by the student’s name, and what a call is for',
  async ({ bring, server }) => {
    const teacher = await bring({ name: 'teacher' });
    await teacher.signIn('teacher@demo.school');
    await teacher.page.getByRole('heading', { level: 1 }).waitFor(patience);
    const { data: classes } = await call(teacher, server, 'GET', '/courses');
    const [room] = classes;
    const { data: works } = await call(teacher, server, 'GET', `/courses/${room.id}/course-works`);
    const work = works.find(({ state, maxPoints }: { state: string; maxPoints: number | null }) => state === 'PUBLISHED' && maxPoints !== null);
    const { submissions } = await call(teacher, server, 'GET', `/courses/${room.id}/course-work/${work.id}/submissions`);
    const [student] = submissions;
    const grade = (draftGrade: number) =>
      call(teacher, server, 'POST', '/grade-submissions', {
        courseId: room.id,
        courseWorkId: work.id,
        submissionId: student.id,
        submission: { type: 'DRAFT_GRADE', draftGrade },
      });
    await grade(7);
    await grade(9);

    const admin = await bring({ name: 'administrator' });
    const { page } = admin;
    await admin.signIn('admin@demo.school');
    const name = `${student.first_name} ${student.last_name}`.trim();
    await admin.visit(`/audit?search_text=${encodeURIComponent(name)}`);
    await page.getByText(`changed ${name}’s grade on “${work.title}” in ${room.name} from 7 to 9`).first().waitFor(patience);
    await admin.expectAccessible('audit of a grade');

    await admin.visit('/policy-explorer?operation=level.create');
    await page.getByText('Create a new level', { exact: true }).first().waitFor(patience);
    await page.getByText(en['explorer.callers'], { exact: true }).first().waitFor(patience);
    await admin.expectAccessible('policy of a call');
  },
);
