import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeScreen, openScreen, readyForScreen } from '../../../testing/open-screen.tsx';
import { scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import { SchoolConsents } from './index.ts';

beforeEach(readyForScreen);
afterEach(closeScreen);

const pagination = { total: 0, per_page: 10, current_page: 1, last_page: 1, from: null, to: null };
const uses = [
  { use: 'classroom', asks: 'school', given: 0, lacking: 0 },
  { use: 'drive', asks: 'guardian', given: 3, lacking: 5 },
];

test('[B3048] only the uses whose answer differs are saved, and one that is chosen as it was is no change', async () => {
  const calls = scriptFetch({
    'GET /consents/school': success({ school_id: 4, uses, people: [], pagination }),
    'PUT /consents/demands': success({ message: 'Saved.' }),
  });
  openScreen(() => <SchoolConsents schoolId={4} mayEdit />, { address: '/school-settings', rights: ['school-settings:view', 'guardians:view'] });
  const [classroom, drive] = (await screen.findAllByRole('combobox')) as [HTMLElement, HTMLElement];
  const save = () => screen.queryByRole('button', { name: /^Save/ });
  expect(save()).toBeNull();
  await userEvent.selectOptions(classroom, 'guardian');
  expect(save()).not.toBeNull();
  await userEvent.selectOptions(classroom, 'school');
  expect(save()).toBeNull();
  await userEvent.selectOptions(drive, 'school');
  await userEvent.click(save() as HTMLElement);
  await waitFor(() => expect(calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([{ school_id: 4, asks: { drive: 'school' } }]));
});

test('[B3048] the students are shown page by page, and from the first on after another choice', async () => {
  const calls = scriptFetch({
    'GET /consents/school': ({ query }) => {
      const page = Number(query.get('page') ?? 1);
      const people = [{ account_id: page, name: `Student ${page}`, guardians: [], way: null }];
      return success({ school_id: 4, uses, people, pagination: { ...pagination, total: 101, per_page: 50, current_page: page, last_page: 3 } });
    },
  });
  openScreen(() => <SchoolConsents schoolId={4} mayEdit />, { address: '/school-settings', rights: ['school-settings:view', 'guardians:view'] });
  await userEvent.click(await screen.findByRole('button', { name: /Google Drive/ }));
  const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
  await screen.findByText('Student 1');
  expect(screen.queryByRole('button', { name: 'Back one page of students' })).toBeNull();
  await press('More students');
  await screen.findByText('Student 2');
  await press('More students');
  await screen.findByText('Student 3');
  expect(screen.queryByRole('button', { name: 'More students' })).toBeNull();
  await press('Back one page of students');
  await screen.findByText('Student 2');
  await userEvent.selectOptions(screen.getAllByRole('combobox').at(-1) as HTMLElement, 'true');
  await waitFor(() => expect(calls.at(-1)?.query.get('given')).toBe('true'));
  expect(calls.at(-1)?.query.get('page')).toBe('1');
});
