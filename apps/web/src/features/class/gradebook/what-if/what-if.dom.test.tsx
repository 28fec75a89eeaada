import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeScreen, readyForScreen } from '../../../../testing/open-screen.tsx';
import { readBook } from '../book.ts';
import { GradebookState } from '../gradebook-state.ts';
import { answerOf } from '../testing/answer.ts';
import { findCell, openGradebook } from '../testing/open-gradebook.tsx';
import { WhatIfState } from './what-if-state.ts';

beforeEach(() => {
  readyForScreen();
  // The sheet gets the size of a laptop screen, since jsdom has no layout.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(closeScreen);

const overallOf = async (student: RegExp) => (await findCell(student, /^Overall/)).textContent;
const panel = () => screen.findByRole('region', { name: 'What if' });

test('a teacher tries grades and weights on the sheet: figures move, cells say so, nothing is sent or kept, and all is as it was in the end', async () => {
  const calls = openGradebook();
  const before = await overallOf(/Amara/);
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'What if' }));
  const region = await panel();
  expect(region.textContent).toContain('Nothing is saved or sent');
  // Nothing in the real gradebook can be changed in the meantime.
  for (const name of ['More actions', /^Undo/, 'Export', 'Import']) expect(screen.queryByRole('button', { name })).toBeNull();
  const cell = await findCell(/Amara/, /Charge/);
  cell.focus();
  await userEvent.keyboard('1{Enter}');
  await waitFor(async () => expect(await overallOf(/Amara/)).not.toBe(before));
  expect((await findCell(/Amara/, /Charge/)).textContent).toContain('What if');
  expect(within(region).getByRole('status').textContent).toContain('1 what-if grade');
  await waitFor(() => expect(within(region).getByRole('status').textContent).toMatch(/Overall .* → .*/));

  // Invalid input is reported in its cell and then removed.
  (await findCell(/Ben/, /Charge/)).focus();
  await userEvent.keyboard('lots{Enter}');
  expect((await findCell(/Ben/, /Charge/)).textContent).toContain('Not saved');

  const tried = await overallOf(/Amara/);
  await userEvent.click(within(region).getByText('How grades count'));
  await userEvent.selectOptions(within(region).getByLabelText('Overall Grade Calculation'), 'No overall grade');
  await waitFor(async () => expect(await overallOf(/Amara/)).not.toBe(tried));
  await userEvent.click(within(region).getByRole('button', { name: 'Reset all' }));
  await waitFor(async () => expect(await overallOf(/Amara/)).toBe(before));

  (await findCell(/Amara/, /Charge/)).focus();
  await userEvent.keyboard('2{Enter}');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.click(within(region).getByRole('button', { name: 'End what if' }));
  await waitFor(async () => expect(await overallOf(/Amara/)).toBe(before));
  expect(screen.queryByRole('region', { name: 'What if' })).toBeNull();
  expect(calls.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(Object.keys(localStorage).filter((key) => key.startsWith('cw.grade.'))).toEqual([]);
});

test('what others change goes on coming in below what is tried', () => {
  const words = { problem: () => 'no grade', withoutPoints: 'no points', unassigned: 'not assigned', left: 'has left', loading: '', gone: '' };
  const nowhere = () => undefined;
  const below = new GradebookState({ book: readBook(answerOf()), periods: [], words, kept: { put: nowhere, drop: nowhere }, onWaiting: nowhere });
  const tried = new WhatIfState(below);
  const [item, other] = [0, 1].map((place) => below.current.items[place]!);
  const student = below.current.students[0]!;
  const graded = (courseWorkId: number, draftGrade: number, revision: number) => ({
    ...{
      submissionId: 1,
      courseWorkId,
      account_id: student.id,
      draftGrade,
      assignedGrade: null,
      excused: false,
      state: 'CREATED' as const,
      late: false,
      revision,
    },
  });
  tried.type([{ itemId: item!.id, studentId: student.id, typed: '7' }]);
  below.take([graded(item!.id, 3, 901), graded(other!.id, 4, 902)]);
  expect([tried.cell(0, 0).grade, tried.cell(1, 0).grade, below.cell(0, 0).grade]).toEqual([7, 4, 3]);
  // Typing the current value again ends the trial of that cell.
  tried.type([{ itemId: item!.id, studentId: student.id, typed: '3' }]);
  expect([tried.countTried(), tried.cell(0, 0).grade]).toEqual([0, 3]);
  // A colleague's change to the same student is computed again above.
  const figure = tried.figuresOf(0)!.overall;
  below.take([graded(item!.id, 50, 903)]);
  expect(tried.figuresOf(0)!.overall).not.toBe(figure);
  expect(tried.figuresOf(0)).toEqual(below.figuresOf(0));
  tried.stop();
  below.stop();
});
