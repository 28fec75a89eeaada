import { expect } from 'vitest';
import { journey } from './harness/index.ts';
import { choose, lessonPath, openLesson, see, seeSent, startLesson, submit } from './join/steps.ts';

journey(
  '[B174] [B187] [B189] [L266] [L069–L088] [K039] [K055] [K421] [L066] [L265] a student goes through a whole lesson on a phone to its snapshot, and everything on the way can be used by everybody',
  async ({ bring, server }) => {
    const lesson = await startLesson(server);
    const { student: leo, post } = await lesson.answerAs(
      'student2@demo.school',
      0,
      'Closing S opens a second path next to lamp 2, so more current flows through lamp 1.',
    );
    const student = await bring({ name: 'student', viewport: 'phone' });
    const { page } = student;
    await openLesson(student, 'student1@demo.school', lesson.id);
    await student.expectAccessible('answering');
    // The first choice is visible on the smallest phone, above the fixed part at the bottom.
    const size = page.viewportSize()!;
    await page.setViewportSize({ width: 360, height: 740 });
    const first = page.getByRole('radio').first();
    await expect
      .poll(() =>
        first.evaluate((radio) => radio.closest('label')!.contains(document.elementFromPoint(180, radio.closest('label')!.getBoundingClientRect().bottom - 4))),
      )
      .toBe(true);
    await page.setViewportSize(size);

    // No posts of others before the own answer.
    expect(await page.getByText('Closing S opens').count()).toBe(0);
    await submit(student);
    await see(student, 'Response is required');
    await student.expectAccessible('response required');
    await choose(student, 'It stays the same');
    await page.getByLabel('Justify Your Answer').fill('The battery is the same.');
    await see(student, /^Saved \d{1,2}:\d\d:\d\d [AP]M$/);
    await student.expectAccessible('saved');
    await submit(student);
    await seeSent(student);
    await see(student, 'Closing S opens a second path');
    // The timer has stopped, and the distribution is one stacked bar on a phone.
    await page.getByRole('timer', { name: /Stopped with \d\d:\d\d left$/ }).waitFor();
    await page.getByRole('img', { name: /^A \d+, B \d+/ }).waitFor();
    expect(await page.getByRole('img', { name: /^\d+ answers: A \d/ }).count()).toBe(0);
    await student.expectAccessible('feed');

    // likes, comments and replies
    const card = page.locator(`[data-post="${post.id}"]`);
    await card.getByRole('button', { name: /^Like the post/ }).click();
    await see(student, 'Reaction Successfully');
    // It is under the header, so that no thumb and no keyboard covers it.
    const [header, message] = [await page.locator('header').first().boundingBox(), await page.getByText('Reaction Successfully').boundingBox()];
    expect(message!.y).toBeGreaterThanOrEqual(header!.y + header!.height);
    expect(message!.y).toBeLessThan(size.height / 3);
    expect(await card.getByRole('button', { name: /You like this/ }).isDisabled()).toBe(true);
    await card.getByRole('button', { name: 'No comments' }).click();
    expect(await page.getByRole('button', { name: 'Send' }).count()).toBe(0);
    await lesson.teacher.post('/live/learning/settings/update', { assessment_id: lesson.id, can_comment: true });
    await page.getByRole('textbox', { name: /^Comment on/ }).fill('Does the current not split?');
    await page.getByRole('button', { name: 'Send' }).click();
    await see(student, 'Comment added Successfully');
    const { comment } = await leo.post('/posts/comments/add', { post_id: post.id, comment: 'It splits after lamp 1.' });
    await see(student, 'It splits after lamp 1.');
    await page.getByRole('button', { name: new RegExp(`Reply to ${comment.first_name}`) }).click();
    await page.getByRole('textbox', { name: /^Reply to/ }).fill('So lamp 1 sees all of it.');
    await page.getByRole('button', { name: 'Send' }).click();
    await see(student, 'Reply added Successfully');
    await student.expectAccessible('thread');

    // The teacher's comment on the own answer, in Results.
    const own = (await lesson.posts()).find((one) => one.id !== post.id);
    await lesson.teacher.post('/posts/comments/add', { post_id: own?.id, comment: 'What does the battery keep the same?' });
    await page.getByRole('tab', { name: 'Results' }).click();
    await see(student, 'What does the battery keep the same?');
    await student.expectAccessible('results');
    await page.getByRole('tab', { name: 'Summary' }).click();
    await page.getByRole('button', { name: 'Show as a table' }).first().click();
    await student.expectAccessible('results summary');
    await page.getByRole('tab', { name: 'Live Feed' }).click();

    // Form - 1B: the first answer for reference, and no choice made.
    await lesson.step('re-assign');
    await see(student, 'Your answer in Form - 1A');
    expect(await page.locator('input[type=radio]:checked').count()).toBe(0);
    await student.expectAccessible('form 1b');
    // The discussion of Form - 1A stays open. Its comments return with the answer.
    await page.getByRole('tab', { name: 'Form - 1A' }).click();
    await see(student, 'You see comments after you have answered Form - 1B.');
    await page.locator(`[data-post="${post.id}"]`).getByText('Closing S opens').waitFor();
    await student.expectAccessible('form 1a in form 1b');
    await page.getByRole('tab', { name: 'Form - 1B' }).click();
    await choose(student, 'It gets brighter');
    await submit(student);
    await seeSent(student);
    await page.getByRole('tab', { name: 'Form - 1A' }).click();
    await page.getByRole('button', { name: /^3 comments, post of/ }).click();
    await page.getByRole('textbox', { name: /^Comment on/ }).fill('And now I am sure.');
    await page.getByRole('button', { name: 'Send' }).click();
    await see(student, 'And now I am sure.');
    await lesson.step('next');
    await see(student, 'A new question about the same idea. Answer on your own.');
    await lesson.teacher.post('/live/learning/reveal', { assessment_id: lesson.id, form: 'Form - 1B', what: 'correctness' });
    await choose(student, 'It gets dimmer');
    await submit(student);
    await seeSent(student);
    await lesson.step('finished');
    // [L265] The finish leads to the snapshot: the own answers, the right ones with reasons, and the teacher's
    // comments.
    await page.getByRole('heading', { name: 'Live Snapshot' }).waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`/student-live-snapshot?assessment_id=${lesson.id}`);
    for (const words of ['The battery is the same.', 'What does the battery keep the same?']) await see(student, words);
    await page.getByRole('region', { name: 'Form - 1A' }).getByText('Not correct').waitFor();
    await page.getByRole('heading', { name: /^Right answers in your class: \d+% in/ }).waitFor();
    await student.expectAccessible('live snapshot');

    // Reloading stays there, with the other query parameter too. The lesson's own address leads to the summary.
    await page.reload();
    await page.getByRole('heading', { name: /^Right answers in your class/ }).waitFor();
    await page.goto(new URL(`/student-live-snapshot?id=${lesson.id}`, page.url()).href);
    await page.getByRole('heading', { name: /^Right answers in your class/ }).waitFor();
    await page.goto(new URL('/student-live-snapshot', page.url()).href);
    await see(student, 'No Assessment Selected');
    await student.visit(lessonPath(lesson.id));
    await page.getByRole('heading', { name: 'Assessment Summary' }).waitFor();
    await student.expectAccessible('summary');
    // Reloading returns to it.
    await page.reload();
    await page.getByRole('heading', { name: 'Assessment Summary' }).waitFor();
  },
);

journey('[L250–L252] what is right shows only once the teacher reveals it, with the reasoning each answer stands for', async ({ bring, server }) => {
  const lesson = await startLesson(server);
  const student = await bring({ name: 'student', viewport: 'desktop' });
  await openLesson(student, 'student1@demo.school', lesson.id);
  await choose(student, 'It stays the same');
  await submit(student);
  await see(student, 'How the class answered');
  await student.page.getByRole('img', { name: /^\d+ answers: A \d/ }).waitFor();
  expect(await student.page.getByRole('img', { name: /^A \d+, B \d+/ }).count()).toBe(0);
  await lesson.step('re-assign');
  await see(student, 'Your answer in Form - 1A');
  await choose(student, 'It stays the same');
  await submit(student);
  await seeSent(student);
  expect(await student.page.getByText('Correct', { exact: true }).count()).toBe(0);
  await server.advanceClockMs(304_000);
  await see(student, 'None of your classmates has posted in this form.');
  await lesson.teacher.post('/live/learning/reveal', { assessment_id: lesson.id, form: 'Form - 1B', what: 'correctness' });
  await see(student, 'Why someone might choose this');
  await student.page.getByText('Not correct').first().waitFor();
  await student.expectAccessible('revealed');
});
