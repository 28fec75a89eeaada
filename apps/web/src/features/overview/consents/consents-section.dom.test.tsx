import { en } from '@classwright/contract/messages/en';
import type { ConsentView } from '@classwright/contract/overview/consents/calls';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../../base/query-client.ts';
import { closeScreen, openScreen, readyForScreen } from '../../../testing/open-screen.tsx';
import { failure, scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import { ConsentsSection } from './index.ts';

beforeEach(readyForScreen);
afterEach(closeScreen);

const CHILD = { id: 31, name: 'Leo' };
/** An instant that is the next day already where the school is. */
const AT = '2026-02-02T23:30:00.000Z';
const DATE = 'Tue, Feb 3, 2026';
type Given = NonNullable<ConsentView['given']>;
const by = (way: Given['way'], name: string | null = null): Given => ({ way, by: name, at: AT, notice_number: 2 });
const consent = (details: Partial<ConsentView> = {}): ConsentView => ({
  ...{ use: 'drive', asks: 'guardian', is_allowed: false, is_yours: false, given: null },
  ...details,
});

function open(uses: () => ConsentView[], { child, answers = {} }: { child?: typeof CHILD; answers?: Parameters<typeof scriptFetch>[0] } = {}) {
  const calls = scriptFetch({ 'GET /consents': () => success({ uses: uses(), open: 0, time_zone: 'Asia/Tokyo' }), ...answers });
  openScreen(() => <ConsentsSection {...(child && { child })} />, { address: '/profile' });
  return calls;
}

const STANDINGS: [string, Partial<ConsentView>, string][] = [
  ['allowed on paper', { is_allowed: true, given: by('paper', 'Ingrid Solheim') }, en['consents.by.paper'].replace('{date}', DATE)],
  ['allowed by the student', { asks: 'student', is_allowed: true, given: by('student', 'Leo Ek') }, en['consents.by.student'].replace('{date}', DATE)],
  [
    'allowed by a guardian',
    { is_allowed: true, given: by('guardian', 'Mia Ek') },
    en['consents.by.guardian'].replace('{by}', 'Mia Ek').replace('{date}', DATE),
  ],
  ['allowed by a guardian whose account is gone', { is_allowed: true, given: by('guardian') }, en['consents.byNobody'].replace('{date}', DATE)],
  [
    'allowed by oneself',
    { asks: 'student', is_allowed: true, is_yours: true, given: by('student', 'Ada Byron') },
    en['consents.by.student'].replace('{date}', DATE),
  ],
  ['given by the student, where a guardian is asked now', { given: by('student', 'Leo Ek') }, `${en['consents.notEnough']} ${en['consents.onGuardian']}`],
  [
    'given by a guardian, where the student is asked now',
    { asks: 'student', given: by('guardian', 'Mia Ek') },
    `${en['consents.notEnough']} ${en['consents.onStudent']}`,
  ],
  ['given by nobody, where a guardian is asked', {}, `${en['consents.notGiven']} ${en['consents.onGuardian']}`],
  ['given by nobody, where the student is asked', { asks: 'student' }, `${en['consents.notGiven']} ${en['consents.onStudent']}`],
  ['not given by oneself', { asks: 'student', is_yours: true }, en['consents.notGivenYours']],
  ['given by somebody else, where one is asked now', { is_yours: true, given: by('student', 'Leo Ek') }, en['consents.notGivenYours']],
];

test.each(STANDINGS)('a use that is %s says so', async (_name, details, sentence) => {
  open(() => [consent(details)]);
  await screen.findByText(en['consents.use.drive']);
  const [use] = screen.getAllByRole('listitem');
  const words = [...use!.querySelectorAll('b, span')].map(({ textContent }) => textContent);
  expect(words).toEqual([en['consents.use.drive'], en['consents.means.drive'], sentence]);
});

test('only the person who is asked has a button; where the school agrees for everyone, nothing is shown', async () => {
  open(() => [consent({ use: 'drive' }), consent({ use: 'picture', is_yours: true }), consent({ use: 'classroom', is_allowed: true, given: by('paper') })]);
  await screen.findByRole('heading', { name: en['consents.ownTitle'] });
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Agree to: Picture']);
  closeScreen();
  readyForScreen();
  open(() => []);
  await waitFor(() => expect(queryClient.getQueryData(['consents', 'own'])).toMatchObject({ uses: [] }));
  expect(screen.queryByRole('heading')).toBeNull();
});

test('a guardian agrees for a child and withdraws it; a refusal is shown, and what counts is asked again each time', async () => {
  let isGiven = false;
  const calls = open(() => [consent({ is_yours: true, is_allowed: isGiven, given: isGiven ? by('guardian', 'Ada Byron') : null })], {
    child: CHILD,
    answers: {
      'POST /consents': () => {
        isGiven = true;
        return success({ message: 'Agreed.' });
      },
      'POST /consents/withdraw': failure(403, 'CONSENT_OF_OTHERS'),
    },
  });
  await screen.findByRole('heading', { name: en['consents.childTitle'] });
  await userEvent.click(screen.getByRole('button', { name: 'Agree to: Google Drive' }));
  await screen.findByText('Agreed.');
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw the consent: Google Drive' }));
  await screen.findByText('server says CONSENT_OF_OTHERS');
  await waitFor(() => expect(calls.filter(({ method }) => method === 'GET')).toHaveLength(3));
  const seen = calls.map(({ method, path, query, body }) => [method, path, query.get('account_id'), body]);
  const loads = ['GET', '/consents', '31', undefined];
  const decision = { use: 'drive', account_id: 31 };
  expect(seen).toEqual([loads, ['POST', '/consents', null, decision], loads, ['POST', '/consents/withdraw', null, decision], loads]);
});
