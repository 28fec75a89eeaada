import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { closeScreen, openScreen, readyForScreen } from '../../../testing/open-screen.tsx';
import { scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import { courseOf } from '../classes/testing/course.ts';
import { cellsOf, saveAll } from '../gradebook/testing/open-gradebook.tsx';
import { keepLeaving, keepingStore, listKept } from './grade-store.ts';
import { createEditStore } from './kept-edits.ts';
import { KeptGrades } from './KeptGrades.tsx';

const leftKeys = () => Object.keys(localStorage).filter((key) => key.startsWith('cw.grade.'));
const edit = (itemId: number, value: number) => ({ itemId, studentId: 102, typed: String(value), value, was: null, refusal: null });

beforeEach(() => {
  closeScreen();
  readyForScreen();
  localStorage.clear();
});

test('[B3084] a page whose browser has no database leaves the grades that are not saved to the next page as it closes', async () => {
  const edits = createEditStore(7, 3);
  for (const typed of [edit(11, 1), edit(12, 2)]) edits.put(typed);
  await edits.stored([]);
  expect(keepingStore.get()).toBe('memory');
  edits.drop(edit(11, 1)); // it is saved
  await edits.stored([]);
  edits.leave();
  expect(leftKeys()).toEqual(['cw.grade.7.3.12.102']);
  edits.drop(edit(12, 2));
  await edits.stored([]);
  expect([leftKeys(), await listKept(7)]).toEqual([[], []]);
  edits.leave();
  expect(leftKeys()).toEqual([]);
  edits.close();
});

test('[B3084] a grade that such a page left is sent once, and not again when the network returns', async () => {
  keepLeaving({ key: '7.3.13.102', typed: '25', value: 25, was: null });
  const calls = scriptFetch({ 'GET /courses/3': success({ course: courseOf() }), 'POST /grade-submissions/bulk': saveAll });
  openScreen(KeptGrades, { address: '/home', rights: ['submissions:edit'] });
  const sent = () => calls.filter(({ path }) => path === '/grade-submissions/bulk').flatMap((call) => cellsOf(call).map(({ to }) => to));
  await waitFor(() => expect(sent()).toEqual([25]));
  await waitFor(async () => expect(await listKept(7)).toEqual([]));
  expect(leftKeys()).toEqual([]);
  dispatchEvent(new Event('online'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(sent()).toEqual([25]);
});
