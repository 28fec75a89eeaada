import { expect } from 'vitest';
import { journey } from './harness/index.ts';
import { type Caller, type RunningLesson, signInByCall, startLesson } from './join/steps.ts';

/** Has everyone answer the open form: right if `isRight` says so, otherwise with the other responses in turn. */
async function answerAll(lesson: RunningLesson, students: readonly Caller[], isRight: (index: number) => boolean): Promise<number> {
  let questionId = 0;
  for (const [index, student] of students.entries()) {
    const { assessment, session } = await student.get(`/student/active/assessment?assessment_id=${lesson.id}`);
    const [question] = assessment.questions;
    questionId = question.id;
    const response_id = question.responses[isRight(index) ? 0 : 1 + (index % 3)].id;
    await student.post('/posts/add', { session_id: session.id, form: session.form, response_id, comment: 'Because of the circuit.' });
  }
  return questionId;
}

journey('a question that a class has discussed shows how it did, and is found by it', async ({ bring, server }) => {
  const lesson = await startLesson(server);
  const students: Caller[] = [];
  for (let number = 1; number <= 15; number += 1) students.push(await signInByCall(server, `student${number}@demo.school`));
  const id = await answerAll(lesson, students, (index) => index % 5 < 2);
  await lesson.step('re-assign');
  await answerAll(lesson, students, (index) => index % 5 < 4);
  await lesson.step('next');
  await answerAll(lesson, students, (index) => index % 4 < 3);
  await lesson.step('finished');
  await expect.poll(async () => (await lesson.teacher.get(`/questions/${id}/item-analysis`)).data.length, { timeout: 20_000 }).toBe(1);

  const teacher = await bring({ name: 'teacher', viewport: 'desktop' });
  await teacher.signIn('teacher@demo.school', { to: `/all-questions?view=${id}` });
  const asked = teacher.page.getByText('Asked in 1 lesson, on');
  await asked.scrollIntoViewIfNeeded();
  const dialog = teacher.page.getByRole('dialog');
  for (const shown of ['Good for discussion', '40%', '80%', '0.67']) await dialog.getByText(shown).first().waitFor();
  await teacher.expectAccessible('analysis');

  const phone = await bring({ name: 'phone', viewport: 'smallPhone' });
  await phone.signIn('teacher@demo.school', { to: `/all-questions?view=${id}` });
  await phone.page.getByText('Asked in 1 lesson, on').scrollIntoViewIfNeeded();
  await phone.expectAccessible('analysis');
  await phone.visit('/all-questions?past_results=discuss&search_text=Closing+a+switch');
  await phone.page.getByText('1 question', { exact: true }).waitFor();
  await phone.page.getByText('Closing a switch').first().waitFor();
});
