import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OwnHiddenView, OwnQuestionView } from '@classwright/contract/lesson/live/classmates';
import { afterEach, expect, test } from 'vitest';
import { createStore } from '../../base/store.ts';
import { signOut } from '../../base/session.ts';
import { NOTHING_KNOWN, takeActive } from '../lesson/model.ts';
import { active, session } from '../testing/lesson-data.ts';
import { makeStaticLesson } from '../testing/lesson-stand-in.tsx';
import { Notes } from './Notes.tsx';
import { LessonProvider } from './use-lesson.ts';

afterEach(() => {
  cleanup();
  signOut('chosen');
});

const HIDDEN: OwnHiddenView = { type: 'post', id: 5, form: 'Form - 1A', text: 'What I said.', reason: 'other', words: 'Say why.', can_rewrite: true };
const second = takeActive(NOTHING_KNOWN, active({ session: session({ form: 'Form - 1B' }, ['Form - 1A', 'Form - 1B']) }));

function show({ hidden = [HIDDEN], questions = [] }: { hidden?: OwnHiddenView[]; questions?: OwnQuestionView[] } = {}) {
  const { lesson, model } = makeStaticLesson();
  const notes = { notes: createStore({ hidden, questions }), reload: () => undefined, stop: () => undefined };
  render(
    <LessonProvider value={{ ...lesson, notes }}>
      <Notes />
    </LessonProvider>,
  );
  return model;
}
const folded = () => document.querySelector('details');

test('[B2374] a notice of a hidden text shows in full in its own form, and folds to one line in the next, where a press opens it', async () => {
  const model = show();
  expect(folded()).toBeNull();
  expect(screen.getByText('Say why.')).toBeTruthy();
  act(() => model.set(second));
  expect(folded()?.open).toBe(false);
  const line = document.querySelector('summary') as HTMLElement;
  expect(line.textContent).toContain('Form - 1A'.replaceAll(' ', '\u00A0'));
  await userEvent.click(line);
  expect(folded()?.open).toBe(true);
  expect(folded()?.textContent).toContain('Say why.');
});

test('[B2374] a notice whose text is being written anew stays open, with its words, when another form opens', async () => {
  const model = show();
  await userEvent.click(screen.getByRole('button'));
  await userEvent.type(screen.getByRole('textbox'), 'Better words');
  act(() => model.set(second));
  expect(folded()).toBeNull();
  expect((screen.getByRole('textbox') as HTMLTextAreaElement).value).toBe('Better words');
});

test('[B2374] the teacher’s answer from before the form folds to one line, and one that comes during it shows in full', async () => {
  const question = { id: 1, question: 'Is it ideal?', asked_at: '2026-11-20T10:00:00.000Z', answer: 'Yes, it is.', settled_at: '2026-11-20T10:01:00.000Z' };
  const model = show({ hidden: [], questions: [question, { ...question, id: 2, answer: 'And now?', settled_at: '2026-11-20T10:09:00.000Z' }] });
  act(() => model.set({ ...second, openedAtMs: { ...second.openedAtMs, 'Form - 1B': Date.parse('2026-11-20T10:05:00.000Z') } }));
  const lines = [...document.querySelectorAll('summary')].map(({ textContent }) => textContent);
  expect(lines).toEqual(['Your teacher answers: Yes, it is.']);
  expect(screen.getByText('Your teacher answers: And now?').closest('details')).toBeNull();
  await userEvent.click(screen.getByText('Your teacher answers: Yes, it is.'));
  await userEvent.click(screen.getAllByRole('button', { name: 'Dismiss' })[0] as HTMLElement);
  expect(screen.queryByText('Your teacher answers: Yes, it is.')).toBeNull();
});
