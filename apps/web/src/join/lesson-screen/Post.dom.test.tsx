import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signIn, signOut } from '../../base/session.ts';
import { createStore } from '../../base/store.ts';
import { person } from '../../testing/people.ts';
import { scriptFetch, type SeenCall } from '../../testing/scripted-fetch.ts';
import type { Lesson } from '../lesson/lesson.ts';
import { NOTHING_KNOWN, takeActive, type LessonModel } from '../lesson/model.ts';
import { active, comment, post, question, session } from '../testing/lesson-data.ts';
import { Post } from './Post.tsx';
import { LessonProvider } from './use-lesson.ts';

let calls: SeenCall[];

/** Renders a classmate's post with its thread open, in a lesson with commenting on. */
function show(likes: number[] = []) {
  calls = scriptFetch({});
  signIn('token-1', person({ account_id: 7, user_type: 'Student' }));
  const model = createStore<LessonModel>(takeActive(NOTHING_KNOWN, active({ post_response: post(9, 7), session: session({ can_comment: true }) })));
  const shown = post(1, 2, { comments: [comment(5, 1)], total_likes: likes });
  render(
    <LessonProvider value={{ assessmentId: 8, model } as unknown as Lesson}>
      <Post post={shown} question={question} open onOpen={() => undefined} />
    </LessonProvider>,
  );
}
beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  signOut();
  vi.unstubAllGlobals();
});

test('[L079] a post shows who, when, what was chosen, how many comments and likes, and its comments with their replies', () => {
  show([2, 3]);
  const card = screen.getByRole('article', { name: 'Priya Nair' });
  expect(within(card).getByRole('heading', { name: 'Priya Nair' })).toBeTruthy();
  expect(card.textContent).toContain('It gets brighter · 10:00');
  expect(within(card).getByRole('button', { name: 'Like the post of Priya Nair, 2' }).textContent).toBe('2');
  expect(within(card).getByRole('button', { name: '2 comments, post of Priya Nair', expanded: true })).toBeTruthy();
  expect(within(card).getByText('But does it split?')).toBeTruthy();
  expect(within(card).getByText('It does')).toBeTruthy();
});

test('[L313] [L315] an empty comment and an empty reply are not sent', async () => {
  show();
  await userEvent.type(screen.getByRole('textbox'), '   {Enter}');
  await userEvent.click(screen.getAllByRole('button', { name: /^Reply to/ })[0] as HTMLElement);
  await userEvent.type(screen.getByRole('textbox', { name: /^Reply to/ }), ' {Enter}');
  expect(calls).toEqual([]);
});
