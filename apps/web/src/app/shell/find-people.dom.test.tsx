import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { address, closeApp, openApp, pageOf, readyForApp, teacher } from '../../testing/open-app.tsx';
import { failure, success, type Reply } from '../../testing/scripted-fetch.ts';

beforeEach(readyForApp);
afterEach(closeApp);

const STAFF = ['students:view', 'people-suggestions:view'];
const ADMIN = [...STAFF, 'accounts:view', 'account-suggestions:view'];
const nora = { id: 5, name: 'Nora Quist', first_name: 'Nora', last_name: 'Quist', email: 'nora@school.test' };
const physics = { id: 9, name: 'Physics', section: '9B', local: { id: 9 } };
const answers = {
  'GET /suggest/students': success({ data: [nora] }),
  'GET /suggest/accounts': success({ data: [nora] }),
  'GET /suggest/classes': success({ data: [physics] }),
  'GET /course/students': pageOf([]),
  'GET /accounts': pageOf([]),
};
const open = (rights: readonly string[], more: Record<string, Reply | ((call: { signal: AbortSignal }) => Reply)> = {}) => {
  const user = { ...teacher, rights: [...rights] };
  return openApp('/home', { ...answers, 'GET /auth/me': success({ user }), ...more } as never, user);
};
const field = () => screen.findByRole('combobox', { name: /^Search pages/ });
const type = async (text: string) => fireEvent.change(await field(), { target: { value: text } });
const found = () => screen.queryByRole('listbox', { name: 'Found' });
const options = () => {
  const list = found();
  return list
    ? within(list)
        .queryAllByRole('option')
        .map((option) => option.textContent)
    : [];
};
const asked = (calls: { path: string }[]) => calls.map(({ path }) => path).filter((path) => path.startsWith('/suggest/'));

describe('people and classes in the search box', () => {
  test('staff find students and classes, and go to them', async () => {
    const { calls } = await open(STAFF);
    await type('nor');
    await waitFor(() => expect(options()).toEqual(['Nora Quistnora@school.testStudents', 'Physics9BClasses']));
    expect(asked(calls)).toEqual(['/suggest/students', '/suggest/classes']);
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull(); // nothing has failed
    await userEvent.click(screen.getByRole('option', { name: /Nora Quist/ }));
    await waitFor(() => expect(address()).toBe('/students?first_name=Nora&last_name=Quist'));
    await type('phy');
    await waitFor(() => expect(options()).toContain('Physics9BClasses'));
    await userEvent.click(within(found() as HTMLElement).getByRole('option', { name: /Physics/ }));
    await waitFor(() => expect(address()).toBe('/class-details/9'));
  });

  test('administrators find every account instead', async () => {
    const { calls } = await open(ADMIN);
    await type('nora');
    await userEvent.click(await screen.findByRole('option', { name: /Nora Quist/ }));
    expect(asked(calls)).toEqual(['/suggest/accounts', '/suggest/classes']);
    await waitFor(() => expect(address()).toBe('/accounts?email=nora%40school.test'));
  });

  test('[B258] questions are found by their words and open in the bank, two of one title too', async () => {
    const found = [
      { id: 31, title: 'Energy is $mc^2$', topic_name: 'Relativity', subject_name: null },
      { id: 32, title: 'Energy is $mc^2$', topic_name: 'Relativity', subject_name: null },
    ];
    const { calls } = await open(['questions:view', 'all-questions:view'], {
      'GET /questions': success({ data: found, questions: [], tags: [], pagination: { total: 2, per_page: 5, current_page: 1, last_page: 1, from: 1, to: 2 } }),
    });
    await type('energy');
    await waitFor(() => expect(options()).toEqual(['Energy is mc^2RelativityQuestions', 'Energy is mc^2RelativityQuestions']));
    expect(calls.filter(({ path }) => path === '/questions').map(({ query }) => query.get('search_text'))).toEqual(['energy']);
    await userEvent.click(screen.getAllByRole('option', { name: /Energy/ })[1] as HTMLElement);
    await waitFor(() => expect(address()).toBe('/all-questions?view=32'));
  });

  test('[B2430] work is found by its title: a lesson opens for staff, everything else in its class', async () => {
    const work = (id: number, name: string, more: object) => ({ id, name, class_id: 9, class_name: 'Physics', assessment_id: null, is_staff: true, ...more });
    const found = [work(1, 'Density lab', {}), work(2, 'Density', { assessment_id: 5 }), work(3, 'Density again', { assessment_id: 6, is_staff: false })];
    await open(['classwork:view'], { 'GET /suggest/works': success({ data: found }) });
    await type('dens');
    await waitFor(() => expect(options()).toEqual(['Density labPhysicsClasswork', 'DensityPhysicsLessons', 'Density againPhysicsLessons']));
    await userEvent.click(screen.getByRole('option', { name: /Density lab/ }));
    await waitFor(() => expect(address()).toBe('/class-classwork/9?work=1'));
    await type('dens');
    await waitFor(() => expect(options().length).toBe(3));
    await userEvent.click(screen.getAllByRole('option')[2]!);
    await waitFor(() => expect(address()).toBe('/class-classwork/9?work=3'));
    await type('dens');
    await waitFor(() => expect(options().length).toBe(3));
    await userEvent.click(screen.getAllByRole('option')[1]!);
    await waitFor(() => expect(address()).toBe('/teacher-live-learning?assessment_id=5'));
  });

  test('who may open none of them is asked nothing, and is offered pages', async () => {
    const { calls } = await open([]);
    expect((await field()).getAttribute('aria-label')).toBe('Search pages');
    await type('nora');
    expect(await screen.findByText('No data found. please search with more related word.')).toBeTruthy();
    expect(screen.getByText(/^Try the name of a page/)).toBeTruthy();
    expect(asked(calls)).toEqual([]);
  });

  test('asks once for what is typed in one go, and gives an earlier question up', async () => {
    const signals: AbortSignal[] = [];
    const { calls } = await open(STAFF, {
      'GET /suggest/students': ({ signal }) => {
        signals.push(signal);
        return signals.length === 1 ? 'never' : success({ data: [nora] });
      },
    });
    for (const text of ['n', 'no', 'nor']) await type(text);
    await waitFor(() => expect(signals).toHaveLength(1));
    expect(screen.getByText('Searching…')).toBeTruthy();
    await type('nora');
    await waitFor(() => expect(options()).toContain('Nora Quistnora@school.testStudents'));
    expect(signals[0]?.aborted).toBe(true);
    expect(calls.filter(({ path }) => path === '/suggest/students').map(({ query }) => query.get('query'))).toEqual(['nor', 'nora']);
  });

  test('a failure is said, with a Retry; pages are found all the same', async () => {
    let fails = true;
    await open(STAFF, { 'GET /suggest/students': () => (fails ? failure(500, 'INTERNAL') : success({ data: [nora] })) });
    await type('home');
    expect(await screen.findByText('Some things could not be searched.')).toBeTruthy();
    expect(options()).toContain('Home');
    fails = false;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(options()).toContain('Nora Quistnora@school.testStudents'));
  });
});
