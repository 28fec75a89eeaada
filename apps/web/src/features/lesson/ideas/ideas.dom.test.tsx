import { en } from '@classwright/contract/messages/en';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeScreen, openScreen, readyForScreen } from '../../../testing/open-screen.tsx';
import { failure, scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import { shareText, yearText } from './calls.ts';
import { IdeasScreen } from './index.ts';

beforeEach(readyForScreen);
afterEach(closeScreen);

const IDEA = { id: 5, name: 'Current is used up', sentence: 'A lamp takes some of it.' };
const LESSON = { assessment_id: 11, title: 'Circuits', class_id: 3, class_name: 'Science 10B', held_on: '2026-11-25' };
const UNNAMED = {
  response_id: 70,
  title: 'It gets brighter',
  question_id: 9,
  question_title: 'One lamp unscrewed',
  assessment_id: 11,
  class_name: 'Science 10B',
  held_on: '2026-11-25',
  first: { count: 9, of: 27 },
  second: { count: 3, of: 27 },
};
const held = { first: { count: 9, of: 27 }, second: { count: 3, of: 26 }, transfer: null };
const table = (given: Record<string, unknown> = {}) =>
  success({
    lessons: [LESSON],
    ideas: [{ ...IDEA, total: { ...held, lessons: 1 }, cells: [{ ...held, lesson: 0 }] }],
    unnamed: [UNNAMED],
    classes: [{ id: 3, name: 'Science 10B' }],
    levels: [],
    years: [2026],
    has_ideas: true,
    ...given,
  });
const ofQuestion = success({
  responses: [
    {
      response_id: 70,
      title: 'It gets brighter',
      is_valid: false,
      idea: null,
      named_by: null,
      proposals: [{ idea: IDEA, why: 'similar-words', words: 'Less comes back' }],
    },
  ],
});
const open = (rights = ['ideas:view', 'ideas:create', 'ideas:edit']) => openScreen(IdeasScreen, { address: '/ideas', rights });

test('[B2506] an idea shows its counts in each lesson, with intervals in words; without lessons, and without ideas, the page says what to do', async () => {
  scriptFetch({ 'GET /idea-table': table() });
  open();
  const row = await screen.findByRole('row', { name: /^Current is used up/ });
  expect(row.textContent).toContain('9 of 27');
  expect(
    within(row).getByRole('button', {
      name: 'Current is used up, Science 10B, Wed, Nov 25, 2026: Alone: 33% (9 of 27; probably 19% to 52%). After talking: 12% (3 of 26; probably 4% to 29%). Open the answers.',
    }),
  ).toBeDefined();
  closeScreen();
  scriptFetch({ 'GET /idea-table': table({ lessons: [], ideas: [], unnamed: [] }) });
  open();
  expect(await screen.findByText('No finished lesson yet')).toBeDefined();
  closeScreen();
  scriptFetch({ 'GET /idea-table': table({ ideas: [] }) });
  open();
  expect(await screen.findByText('No idea has a name yet')).toBeDefined();
  expect(screen.getByText(/^Chosen alone by 33%/)).toBeDefined();
});

test('[B2507] when somebody else has named the response in the meantime, the message says so, what was typed stays, and saving again replaces it', async () => {
  const sent: unknown[] = [];
  scriptFetch({
    'GET /idea-table': table(),
    'GET /questions/9/ideas': ofQuestion,
    'POST /ideas': success({ idea: { ...IDEA, id: 6, name: 'More for one' }, data: {}, message: '', warnings: [] }),
    'POST /idea-responses': ({ body }) => {
      sent.push(body);
      if (sent.length === 1)
        return failure(409, 'IDEA_NAMED', {
          message: 'Bao Nguyen has just said that “It gets brighter” stands for “Current is used up”. Look at it, and save again to replace it.',
        });
      return success({ message: '1 response now stands for “More for one”.', before: [] });
    },
  });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Name the idea behind “It gets brighter”' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('It resembles “Less comes back”.')).toBeDefined();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Write a new idea' }));
  await userEvent.type(within(dialog).getByRole('textbox', { name: /^Name/ }), 'More for one');
  await userEvent.type(within(dialog).getByRole('textbox', { name: /^What the student thinks/ }), 'One lamp less, more for the others.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText(/Bao Nguyen has just said/)).toBeDefined();
  expect(within(dialog).getByDisplayValue('More for one')).toBeDefined();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('1 response now stands for “More for one”.')).toBeDefined();
  expect(sent).toEqual([{ responses: [{ response_id: 70, idea_id: 6, seen_idea_id: null }] }, { responses: [{ response_id: 70, idea_id: 6 }] }]);
});

test('[B2519] people who look into several schools choose one, which drops a class of another; others see no such field', async () => {
  const schools = [
    { id: 1, name: 'North School' },
    { id: 2, name: 'South School' },
  ];
  const calls = scriptFetch({ 'GET /idea-table': table({ schools }) });
  const router = openScreen(IdeasScreen, { address: '/ideas?class_id=3&year=2026', rights: ['ideas:view'] });
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'School' }), 'South School');
  await waitFor(() => expect(router.state.location.search).toEqual({ school_id: 2, year: 2026 }));
  await waitFor(() => expect(Object.fromEntries(calls.at(-1)?.query ?? [])).toEqual({ school_id: '2', year: '2026' }));
  closeScreen();
  scriptFetch({ 'GET /idea-table': table({ schools: schools.slice(0, 1) }) });
  open();
  await screen.findByRole('combobox', { name: 'Class' });
  expect(screen.queryByRole('combobox', { name: 'School' })).toBeNull();
});

test('people who may not name see no button for it', async () => {
  scriptFetch({ 'GET /idea-table': table() });
  open(['ideas:view']);
  await screen.findByText('Not named yet');
  expect(screen.queryByRole('button', { name: /^Name the idea/ })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('[B2513] a proposed question says why, and starts a new assessment for its class; people who may not create one only open it', async () => {
  const proposals = success({
    data: [
      {
        question_id: 9,
        title: 'One lamp unscrewed',
        subject_name: null,
        expected: 0.52,
        answered: 40,
        ideas: [{ ...IDEA, held: { count: 9, of: 27 }, held_on: '2026-11-25' }],
        asked_on: null,
      },
    ],
    class_name: 'Science 10B',
    level: 0,
  });
  const propose = async (rights: string[]) => {
    scriptFetch({ 'GET /idea-table': table(), 'GET /next-questions': proposals });
    openScreen(IdeasScreen, { address: '/ideas?class_id=3&next=3', rights });
    return within(await screen.findByRole('dialog', { name: 'Questions to ask next' }));
  };
  const dialog = await propose(['ideas:view', 'assessments:create']);
  expect(await dialog.findByText(/^9 of 27 held “Current is used up” on .* About 52% should be right alone, from 40 answers/)).toBeDefined();
  expect(dialog.getByRole('link', { name: 'Plan a lesson with the question One lamp unscrewed' }).getAttribute('href')).toBe(
    '/assessments?create=true&question=9&in_class=3',
  );
  closeScreen();
  const other = await propose(['ideas:view']);
  expect(await other.findByRole('link', { name: 'Open the question' })).toBeDefined();
  expect(other.queryByRole('link', { name: /^Plan a lesson/ })).toBeNull();
});

test('[B2975] an idea is merged into another one, and Undo brings it back', async () => {
  const ref = { ...IDEA, subject_name: null, standard_name: null, is_shared: false, school_name: 'Rowan' };
  const calls = scriptFetch({
    'GET /idea-table': table(),
    'GET /ideas/5/evidence': success({ idea: ref, total: { ...held, lessons: 0 }, groups: [], others: null, questions: [], reasons: [] }),
    'GET /ideas': success({ data: [{ id: 6, name: 'More for one', sentence: 'The other lamp gets more.' }] }),
    'POST /ideas/5/merge': success({ message: 'Merged into “More for one”.' }),
    'POST /ideas/5/restore': success({ message: 'The idea is there again.' }),
  });
  openScreen(IdeasScreen, { address: '/ideas?idea=5', rights: ['ideas:view', 'ideas:edit', 'ideas:delete'] });
  await userEvent.click(await screen.findByRole('button', { name: en['idea.merge'] }));
  await userEvent.click(await screen.findByRole('button', { name: en['idea.mergeButton'] }));
  expect(await screen.findByText(en['idea.choose'])).toBeDefined();
  await userEvent.type(screen.getByRole('combobox', { name: en['idea.mergeInto'] }), 'More');
  await userEvent.click(await screen.findByRole('option', { name: /More for one/ }));
  await userEvent.click(screen.getByRole('button', { name: en['idea.mergeButton'] }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('The idea is there again.')).toBeDefined();
  const sent = calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);
  expect(sent).toEqual([
    ['/ideas/5/merge', { into_id: 6 }],
    ['/ideas/5/restore', undefined],
  ]);
});

test('school years and shares are named as people name them', () => {
  expect([2026, 2008, 1999].map(yearText)).toEqual(['2026–27', '2008–09', '1999–00']);
  expect(shareText({ count: 9, of: 28 })).toBe('32% (9 of 28; probably 18% to 51%)');
});
