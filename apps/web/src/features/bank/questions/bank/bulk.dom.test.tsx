import '../../../../testing/dialog.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { signOut } from '../../../../base/session.ts';
import { closeSnack } from '../../../../base/snackbar.ts';
import { success } from '../../../../testing/scripted-fetch.ts';
import { openBank, pageOf, RIGHTS } from '../testing/open-bank.tsx';
import { makeQuestion } from '../testing/question.ts';

beforeEach(() => vi.stubGlobal('scrollTo', () => undefined));
afterEach(() => {
  cleanup();
  closeSnack();
  signOut();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const two = [
  makeQuestion({ id: 5, title: 'Lamps' }),
  makeQuestion({ id: 6, title: 'Switches', figures: { times_asked: 3, share_right: 0.455, share_second: null, gain: 0.375 } }),
];
const table = () => screen.findByRole('table', { name: 'Question Bank' });

describe('many questions at once', () => {
  test('selected ones are deleted, those that refuse are named, and Undo brings the deleted ones back', async () => {
    const acts: unknown[] = [];
    openBank('/all-questions', {
      answers: {
        'GET /questions': pageOf(two),
        'POST /questions/bulk': ({ body }) => {
          acts.push(body);
          const refused = [{ id: 6, title: 'Switches', code: 'NOT_YOUR_QUESTION', message: 'Not yours.' }];
          return acts.length === 1
            ? success({ done: [5], refused, message: '1 question deleted' })
            : success({ done: [5], refused: [], message: '1 question was restored' });
        },
      },
    });
    await table();
    await userEvent.click(screen.getByRole('checkbox', { name: /Lamps/ }));
    await userEvent.click(screen.getByRole('checkbox', { name: /Switches/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('1 question deleted. Not changed: Switches: Not yours.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('1 question was restored')).toBeTruthy();
    expect(acts).toEqual([
      { act: 'archive', ids: [5, 6] },
      { act: 'restore', ids: [5] },
    ]);
  });

  test('the next step of approval asks first; whoever takes none is not offered it', async () => {
    const acts: unknown[] = [];
    const answers = {
      'GET /questions': pageOf(two),
      'POST /questions/bulk': ({ body }: { body: unknown }) => {
        acts.push(body);
        return success({ done: [5], refused: [], message: '1 question moved one step' });
      },
    };
    openBank('/all-questions', { answers, rights: [...RIGHTS, 'questions:approve'] });
    await table();
    await userEvent.click(screen.getByRole('checkbox', { name: /Lamps/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Next approval step' }));
    expect(acts).toEqual([]);
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Next approval step' }));
    expect(await screen.findByText('1 question moved one step')).toBeTruthy();
    expect(acts).toEqual([{ act: 'approve', ids: [5] }]);
    cleanup();
    openBank('/all-questions', { answers, rights: ['questions:view', 'questions:delete'] });
    await table();
    await userEvent.click(screen.getByRole('checkbox', { name: /Lamps/ }));
    await screen.findByRole('button', { name: 'Delete' });
    expect(screen.queryByRole('button', { name: 'Next approval step' })).toBeNull();
  });
});

describe('[B257] tags of many questions', () => {
  test('a tag is given to those that are selected, and Undo takes it from those that got it', async () => {
    const acts: unknown[] = [];
    openBank('/all-questions', {
      answers: {
        'GET /questions': pageOf(two),
        'POST /questions/bulk': ({ body }) => {
          acts.push(body);
          return success({ done: [6], refused: [], message: acts.length === 1 ? '1 question now has the tag “optics”' : '1 question is without it' });
        },
      },
    });
    await table();
    await userEvent.click(screen.getByRole('checkbox', { name: /Lamps/ }));
    await userEvent.click(screen.getByRole('checkbox', { name: /Switches/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Tag' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Tag 2 questions' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Add this tag' }));
    expect(await dialog.findByText('Write the tag')).toBeTruthy();
    expect(acts).toEqual([]);
    await userEvent.type(dialog.getByRole('combobox', { name: 'Tag' }), 'optics{Enter}');
    await userEvent.click(dialog.getByRole('button', { name: 'Add this tag' }));
    expect(await screen.findByText('1 question now has the tag “optics”')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('1 question is without it')).toBeTruthy();
    expect(acts).toEqual([
      { act: 'tag', ids: [5, 6], tag: 'optics' },
      { act: 'untag', ids: [6], tag: 'optics' },
    ]);
  });

  test('a tag is taken away; a failure keeps the dialog and says why; whoever may not edit is not offered it', async () => {
    let fails = true;
    const acts: unknown[] = [];
    openBank('/all-questions', {
      answers: {
        'GET /questions': pageOf(two),
        'POST /questions/bulk': ({ body }) => {
          acts.push(body);
          return fails
            ? { status: 403, body: { status: 'error', code: 'NOT_ALLOWED', message: 'Not now' } }
            : success({ done: [5], refused: [], message: 'Taken' });
        },
      },
    });
    await table();
    await userEvent.click(screen.getByRole('checkbox', { name: /Lamps/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Tag' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Tag 1 question' }));
    await userEvent.type(dialog.getByRole('combobox', { name: 'Tag' }), 'conceptual{Enter}');
    await userEvent.click(dialog.getByRole('radio', { name: 'Remove this tag' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Remove this tag' }));
    expect(await dialog.findByText('Not now')).toBeTruthy();
    fails = false;
    await userEvent.click(dialog.getByRole('button', { name: 'Remove this tag' }));
    expect(await screen.findByText('Taken')).toBeTruthy();
    expect(acts.at(-1)).toEqual({ act: 'untag', ids: [5], tag: 'conceptual' });
    cleanup();
    openBank('/all-questions', { answers: { 'GET /questions': pageOf(two) }, rights: ['questions:view', 'questions:delete'] });
    await table();
    await userEvent.click(screen.getByRole('checkbox', { name: /Lamps/ }));
    await screen.findByRole('button', { name: 'Delete' });
    expect(screen.queryByRole('button', { name: 'Tag' })).toBeNull();
  });
});

describe('the order of the bank', () => {
  test('how often each was asked stands in a column that sorts, for whoever knows figures', async () => {
    const { router } = openBank('/all-questions', { answers: { 'GET /questions': pageOf(two) }, rights: [...RIGHTS, 'item-analysis:view'] });
    await table();
    const at = screen.getAllByRole('columnheader').findIndex(({ textContent }) => textContent === 'Asked');
    const cells = screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.querySelectorAll('th, td')[at + 1]?.textContent);
    expect(cells).toEqual(['', '3']);
    await userEvent.click(screen.getByRole('button', { name: 'Asked' }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ sort: 'timesAsked' }));
    cleanup();
    openBank('/all-questions', { answers: { 'GET /questions': pageOf(two) } });
    await table();
    expect(screen.queryByRole('button', { name: 'Asked' })).toBeNull();
  });

  test('[B2518] the judgment of a question is a column where one is known, and a filter, for people who see figures', async () => {
    const judged = [
      two[0]!,
      makeQuestion({ id: 6, title: 'Switches', figures: { times_asked: 7, share_right: 0.9, share_second: null, gain: null, worth: 'ask-earlier' } }),
    ];
    const seesFigures = [...RIGHTS, 'item-analysis:view'];
    const { router } = openBank('/all-questions', { answers: { 'GET /questions': pageOf(judged) }, rights: seesFigures });
    await table();
    expect(screen.getByRole('columnheader', { name: 'Judgment' })).toBeTruthy();
    expect(within(screen.getByRole('row', { name: /Switches/ })).getByText('Ask earlier')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Judgment' }), 'Key doubtful');
    await userEvent.click(screen.getByRole('button', { name: 'Search' }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ worth: 'key-doubtful' }));
    cleanup();
    openBank('/all-questions', { answers: { 'GET /questions': pageOf(two) }, rights: seesFigures });
    await table();
    expect(screen.queryByRole('columnheader', { name: 'Judgment' })).toBeNull();
    cleanup();
    openBank('/all-questions', { answers: { 'GET /questions': pageOf(two) } });
    await table();
    await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
    expect(screen.queryByRole('combobox', { name: 'Judgment' })).toBeNull();
  });

  test('a press on a header sorts by it, the next one turns it round, and the address keeps it', async () => {
    const { asked, router } = openBank('/all-questions?page=3', { answers: { 'GET /questions': pageOf(two) } });
    await table();
    await userEvent.click(screen.getByRole('button', { name: 'Show all columns' }));
    expect(screen.getByRole('columnheader', { name: 'Date Added' }).getAttribute('aria-sort')).toBe('descending');
    await userEvent.click(screen.getByRole('button', { name: 'Rating' }));
    await waitFor(() => expect(Object.fromEntries(asked('/questions').at(-1)?.query ?? [])).toMatchObject({ sort: 'rating', page: '1' }));
    const first = asked('/questions').at(-1)?.query.get('direction');
    await userEvent.click(screen.getByRole('button', { name: 'Rating' }));
    await waitFor(() => expect(asked('/questions').at(-1)?.query.get('direction')).toBe(first === 'asc' ? 'desc' : 'asc'));
    expect(router.state.location.search).toMatchObject({ sort: 'rating' });
  });

  test('[B265] a page holds as many rows as one likes: kept through sorting and searching, from the first page on', async () => {
    const { asked, router } = openBank('/all-questions?page=2&status=Public', {
      answers: { 'GET /questions': pageOf(two, { total: 90, current_page: 2, last_page: 4 }) },
    });
    await table();
    expect(asked('/questions').at(-1)?.query.get('per_page')).toBe('25');
    await userEvent.selectOptions(screen.getByLabelText('Rows per page'), '100');
    await waitFor(() => expect(Object.fromEntries(asked('/questions').at(-1)?.query ?? [])).toMatchObject({ per_page: '100', page: '1', status: 'Public' }));
    await userEvent.click(screen.getByRole('button', { name: 'Rating' }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ per_page: 100, sort: 'rating', status: 'Public' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove the filter Public' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ per_page: 100, sort: 'rating', direction: expect.any(String) }));
  });

  test('[B245] how a question did stands beside its type, and a search that finds too many says so', async () => {
    const { body } = pageOf(two, { total: 2000 }) as { body: object };
    openBank('/all-questions?search_text=the', { answers: { 'GET /questions': { body: { ...body, is_more: true } } } });
    await table();
    expect(screen.getByText('46% right · gain 0.38').getAttribute('title')).toMatch(/^Asked in 3 lessons/);
    expect(screen.getByText('2,000+ questions')).toBeTruthy();
  });
});

describe('[B236] the archive', () => {
  const archived = {
    id: 9,
    title: 'Old lamps',
    type_name: null,
    topic_name: 'Circuits',
    subject_name: null,
    grade_name: null,
    published_state: 'PUBLISHED',
    full_name: 'Ada Byron',
    archived_at: '2026-11-20T08:05:09Z',
  };
  const listed = (rows: object[]) =>
    success({ data: rows, pagination: { total: rows.length, per_page: 25, current_page: 1, last_page: 1, from: 1, to: rows.length } });

  test('lists what was deleted; a press brings it back, and what lessons keep cannot be erased', async () => {
    let rows = [
      { ...archived, is_in_use: false },
      { ...archived, id: 10, title: 'Asked once', is_in_use: true },
    ];
    const { calls } = openBank('/questions', {
      answers: {
        'GET /questions': pageOf(two),
        'GET /archive/questions': () => listed(rows),
        'POST /questions/9/restore': () => {
          rows = rows.slice(1);
          return success({ question: two[0], data: two[0], message: 'The question was restored to the bank' });
        },
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Archive' }));
    await screen.findByRole('table', { name: 'Archived Questions' });
    expect((screen.getByTitle('Used by assessments or lessons') as HTMLButtonElement).disabled).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Restore Old lamps' }));
    expect(await screen.findByText('The question was restored to the bank')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Old lamps')).toBeNull());
    expect(calls.filter(({ method }) => method === 'DELETE')).toEqual([]);
  });

  test('erasing asks first', async () => {
    let rows = [{ ...archived, is_in_use: false }];
    openBank('/questions?archived=true', {
      answers: {
        'GET /archive/questions': () => listed(rows),
        'DELETE /questions/9/purge': () => {
          rows = [];
          return success({ id: 9, message: 'The question was permanently deleted' });
        },
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Old lamps' }));
    const asking = await screen.findByRole('dialog', { name: 'Permanently delete this question?' });
    await userEvent.click(within(asking).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('The question was permanently deleted')).toBeTruthy();
    expect(await screen.findByText('Nothing is archived')).toBeTruthy();
  });

  test('a question that was deleted comes back by Undo', async () => {
    openBank('/all-questions?delete=5', {
      answers: {
        'GET /questions': pageOf(two),
        'GET /questions/5': success({ question: two[0], data: two[0] }),
        'DELETE /questions/5': success({ id: 5, archived: false, message: 'Question Deleted Successfully' }),
        'POST /questions/5/restore': success({ question: two[0], data: two[0], message: 'The question was restored to the bank' }),
      },
    });
    const asking = await screen.findByRole('dialog', { name: 'Are you sure you want to delete this Question?' });
    await userEvent.click(within(asking).getByRole('button', { name: 'Delete' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('The question was restored to the bank')).toBeTruthy();
  });
});

describe('[B247] writing several questions', () => {
  test('"Save and next" begins another one, filed as the last one was', async () => {
    const lists = ['/question_type', '/question/cycles', '/standard', '/question/subjects', '/question/grades'];
    const sent: { title: string; topic_id: number }[] = [];
    localStorage.setItem('cw.question-lists.7', JSON.stringify({ type_id: { id: 1, name: 'Multiple choice' }, topic_id: { id: 2, name: 'Circuits' } }));
    openBank('/all-questions?create=true', {
      answers: {
        ...Object.fromEntries(lists.map((path) => [`GET ${path}`, success({ data: [], pagination: {} })])),
        'GET /question_type/1': success({ data: { id: 1, name: 'Multiple choice' } }),
        'GET /questions': pageOf(two),
        'POST /questions': ({ body }) => {
          sent.push(body as (typeof sent)[number]);
          return success({ question: two[0], data: two[0], message: 'Question Created Successfully' });
        },
      },
    });
    const title = async () => (await screen.findAllByLabelText('Title', { exact: true }))[0] as HTMLInputElement;
    await userEvent.type(await title(), 'First');
    await userEvent.click(screen.getByRole('radio', { name: 'DRAFT' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save and next' }));
    await waitFor(async () => expect((await title()).value).toBe(''));
    expect(sent).toMatchObject([{ title: 'First', type_id: 1, topic_id: 2 }]);
    expect(screen.getByRole('dialog', { name: 'Create Question' })).toBeTruthy();
  });
});
