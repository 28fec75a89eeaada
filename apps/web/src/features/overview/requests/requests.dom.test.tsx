import { en } from '@classwright/contract/messages/en';
import type { DataRequestView, OwnRequest } from '@classwright/contract/overview/requests/calls';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { closeScreen, openScreen, readyForScreen } from '../../../testing/open-screen.tsx';
import { failure, scriptFetch, success, type SeenCall } from '../../../testing/scripted-fetch.ts';
import { OwnRequests, RequestsScreen } from './index.ts';

beforeEach(readyForScreen);
afterEach(closeScreen);

type Answers = Parameters<typeof scriptFetch>[0];

const OWN: OwnRequest = {
  ...{ id: 5, kind: 'correction', words: 'My last name has two letters s.', asked_on: '2026-02-02', due_on: '2026-03-19' },
  ...{ state: 'open', answer: '', answered_on: null },
};
const OPEN: DataRequestView = {
  ...{ ...OWN, account_id: 31, person: 'Leo Ek', asker: 'Mia Ek', is_on_paper: false, days_left: 12, answered_by: null },
};
const pagination = { total: 1, per_page: 25, current_page: 1, last_page: 1, from: 1, to: 1 };
const listOf = (...requests: DataRequestView[]) => success({ requests, pagination, schools: [] });

const loadsOf = (calls: SeenCall[], path: string) => calls.filter((call) => call.method === 'GET' && call.path === path);
/** Returns the dialog with this title, or null. The question before it closes has the same title, and is after it. */
const dialog = (name: string) => screen.queryAllByRole('dialog', { name })[0] ?? null;
/** Presses Escape in a dialog and returns what it does. */
async function leave(name: string): Promise<'asks' | 'closes' | 'stays'> {
  await userEvent.keyboard('{Escape}');
  if (dialog(name) === null) return 'closes';
  return screen.queryByText(en['dialog.unsaved']) === null ? 'stays' : 'asks';
}
const discard = () => userEvent.click(screen.getByRole('button', { name: en['dialog.discard'] }));

function openOffice(answers: Answers = {}) {
  const calls = scriptFetch({ 'GET /data-requests': listOf(OPEN), ...answers });
  openScreen(RequestsScreen, { address: '/data-requests', rights: ['data-requests:view', 'data-requests:edit'] });
  return calls;
}

describe('answering a request', () => {
  const NAME = 'Answer the request of Mia Ek';
  const answerField = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: en['dataRequest.field.answer'] });
  async function openAnswer(answers: Answers = {}) {
    const calls = openOffice(answers);
    await userEvent.click(await screen.findByRole('button', { name: NAME }));
    return calls;
  }
  const close = () => userEvent.click(screen.getByRole('button', { name: en['dataRequest.close'] }));

  test('unchanged, the dialog closes at once', async () => {
    await openAnswer();
    expect(within(dialog(NAME)!).getByText(OPEN.words)).toBeTruthy();
    expect(within(dialog(NAME)!).getByText(en['dataRequest.hint.correction'])).toBeTruthy();
    expect(await leave(NAME)).toBe('closes');
  });

  test('with another outcome alone it asks before it closes, and with the first one again it closes at once', async () => {
    await openAnswer();
    await userEvent.click(screen.getByRole('radio', { name: 'Refused' }));
    expect(await leave(NAME)).toBe('asks');
    await userEvent.click(screen.getByRole('button', { name: en['dialog.keepEditing'] }));
    expect(screen.getByRole('radio', { name: 'Refused' })).toHaveProperty('checked', true);
    await userEvent.click(screen.getByRole('radio', { name: 'Done' }));
    expect(await leave(NAME)).toBe('closes');
  });

  test('with an answer alone it asks before it closes', async () => {
    await openAnswer();
    await userEvent.type(answerField(), 'Corrected.');
    expect(await leave(NAME)).toBe('asks');
    await discard();
    expect(dialog(NAME)).toBeNull();
  });

  test('a refused answer stays as it was typed, with the reason at its field; one that is saved closes, and the list is asked again', async () => {
    let isAnswered = false;
    const calls = await openAnswer({
      'GET /data-requests': () => (isAnswered ? listOf() : listOf(OPEN)),
      'POST /data-requests/5/answer': ({ body }) => {
        if ((body as { state: string }).state === 'refused') return failure(422, 'VALIDATION_FAILED', { errors: { answer: ['Write why.', 'It is short.'] } });
        isAnswered = true;
        return success({ message: 'It is closed.', request: OPEN });
      },
    });
    await userEvent.click(screen.getByRole('radio', { name: 'Refused' }));
    await userEvent.type(answerField(), 'No');
    await close();
    await waitFor(() => expect(answerField().getAttribute('aria-invalid')).toBe('true'));
    const described = answerField().getAttribute('aria-describedby')!.split(' ');
    expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual(['Write why. It is short.', en['dataRequest.answerAbout']]);
    expect([answerField().value, loadsOf(calls, '/data-requests').length]).toEqual(['No', 1]);
    await userEvent.click(screen.getByRole('radio', { name: 'Done' }));
    await userEvent.type(answerField(), 'w corrected.');
    await close();
    await screen.findByText('It is closed.');
    await screen.findByText(en['dataRequest.noneOpen']);
    expect(dialog(NAME)).toBeNull();
    expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { state: 'refused', answer: 'No' },
      { state: 'done', answer: 'Now corrected.' },
    ]);
    expect(loadsOf(calls, '/data-requests')).toHaveLength(2);
  });

  test('a request that a colleague has closed keeps the dialog open, with the reason above the form', async () => {
    await openAnswer({ 'POST /data-requests/5/answer': failure(409, 'DATA_REQUEST_CLOSED') });
    await userEvent.type(answerField(), 'Corrected.');
    await close();
    expect(await within(dialog(NAME)!).findByText('server says DATA_REQUEST_CLOSED')).toBeTruthy();
    expect(answerField().value).toBe('Corrected.');
  });
});

describe('entering a paper request', () => {
  const NAME = en['dataRequest.record'];
  const fields = () => ({
    person: screen.getByRole<HTMLInputElement>('combobox', { name: en['dataRequest.field.person'] }),
    kind: screen.getByLabelText<HTMLSelectElement>(en['dataRequest.field.what']),
    asker: screen.getByLabelText<HTMLInputElement>(en['dataRequest.field.asker']),
    askedOn: screen.getByLabelText<HTMLInputElement>(en['dataRequest.field.asked_on']),
    words: screen.getByLabelText<HTMLTextAreaElement>(en['dataRequest.field.wordsOfPaper']),
  });
  const PEOPLE: Answers = { 'GET /suggest/accounts': success({ data: [{ id: 31, name: 'Leo Ek', email: 'leo@school.test' }] }) };
  async function openRecord(answers: Answers = {}) {
    const calls = openOffice({ ...PEOPLE, ...answers });
    await screen.findByText(OPEN.words);
    await userEvent.click(screen.getByRole('button', { name: NAME }));
    return calls;
  }
  const choosePerson = async () => {
    await userEvent.type(fields().person, 'Leo');
    await userEvent.click(await screen.findByRole('option', { name: /^Leo Ek/ }));
  };
  const enter = () => userEvent.click(screen.getByRole('button', { name: en['dataRequest.recordSave'] }));

  test.each<[string, () => Promise<unknown> | unknown]>([
    ['a person', choosePerson],
    ['a name', () => userEvent.type(fields().asker, 'M')],
    ['a day', () => fireEvent.change(fields().askedOn, { target: { value: '2026-02-02' } })],
    ['words', () => userEvent.type(fields().words, 'W')],
  ])('with %s alone the dialog asks before it closes, and without it closes at once', async (_name, fill) => {
    await openRecord();
    expect(await leave(NAME)).toBe('closes');
    await userEvent.click(screen.getByRole('button', { name: NAME }));
    await fill();
    fields().words.focus();
    expect(await leave(NAME)).toBe('asks');
  });

  test('what is wrong is shown at its field, and what was typed stays; the entered one is in the list that is asked again', async () => {
    let isEntered = false;
    const calls = await openRecord({
      'GET /data-requests': () => (isEntered ? listOf(OPEN, { ...OPEN, id: 6, kind: 'erasure', words: 'Erase my son.', is_on_paper: true }) : listOf(OPEN)),
      'POST /data-requests/record': ({ body }) => {
        const { account_id } = body as { account_id: unknown };
        if (account_id === '') return failure(422, 'VALIDATION_FAILED', { errors: { account_id: ['Choose a person.'], asked_on: ['Choose a day.'] } });
        isEntered = true;
        return success({ message: 'It is entered.', request: OPEN });
      },
    });
    await userEvent.selectOptions(fields().kind, 'erasure');
    await userEvent.type(fields().asker, 'Mia Ek');
    await userEvent.type(fields().words, 'Erase my son.');
    await enter();
    await screen.findByText('Choose a person.');
    const invalid = Object.entries(fields()).filter(([, field]) => field.getAttribute('aria-invalid') === 'true');
    expect(invalid.map(([name]) => name)).toEqual(['person', 'askedOn']);
    expect([fields().kind.value, fields().asker.value, fields().words.value]).toEqual(['erasure', 'Mia Ek', 'Erase my son.']);
    await choosePerson();
    fireEvent.change(fields().askedOn, { target: { value: '2026-02-02' } });
    await enter();
    await screen.findByText('It is entered.');
    expect(await screen.findByText(en['dataRequest.fromPaper'].replace('{asker}', 'Mia Ek').replace('{date}', 'Mon, Feb 2, 2026'))).toBeTruthy();
    expect(dialog(NAME)).toBeNull();
    expect(calls.findLast(({ method }) => method === 'POST')?.body).toEqual({
      ...{ account_id: 31, kind: 'erasure', asker: 'Mia Ek', asked_on: '2026-02-02', words: 'Erase my son.' },
    });
    expect(loadsOf(calls, '/data-requests')).toHaveLength(2);
  });
});

describe('asking the school', () => {
  function openOwn(answers: Answers, child?: { id: number; name: string }) {
    const calls = scriptFetch(answers);
    openScreen(() => <OwnRequests {...(child && { child })} />, { address: '/profile' });
    return calls;
  }
  const ownOf = (...requests: OwnRequest[]) => success({ requests, days: 45 });

  test('each request is shown with its day or its outcome; an answer is, and only one that waits can be withdrawn', async () => {
    const done = { ...OWN, id: 6, kind: 'copy', state: 'done', answer: 'In the mail.', answered_on: '2026-02-10' } as const;
    const withdrawn = { ...OWN, id: 7, kind: 'erasure', state: 'withdrawn', answered_on: '2026-02-11' } as const;
    openOwn({ 'GET /data-requests/own': ownOf(OWN, done, withdrawn) });
    await screen.findByText('Ask for a correction, an erasure, or the end of a use. The school answers within 45 days.');
    const asked = 'Asked on Mon, Feb 2, 2026';
    const rows = screen.getAllByRole('listitem').map((row) => [...row.querySelectorAll('b, span, button')].map(({ textContent }) => textContent));
    expect(rows).toEqual([
      ['A correction', OWN.words, asked, 'Answer by Thu, Mar 19, 2026', 'Withdraw'],
      ['A copy of the data', OWN.words, asked, 'Done on Tue, Feb 10, 2026', 'Answer: In the mail.'],
      ['An erasure', OWN.words, asked, 'Withdrawn on Wed, Feb 11, 2026'],
    ]);
  });

  test('a guardian asks about a child; the words are kept until they are sent, and the list is asked again', async () => {
    const NAME = en['dataRequest.own.ask'];
    let tries = 0;
    const calls = openOwn(
      {
        'GET /data-requests/own': () => (tries > 1 ? ownOf({ ...OWN, kind: 'question', words: 'Who sees it?' }) : ownOf()),
        'POST /data-requests': () => {
          tries += 1;
          return tries === 1 ? failure(422, 'VALIDATION_FAILED', { errors: { words: ['Write more.'] } }) : success({ message: 'It is asked.', request: OWN });
        },
      },
      { id: 31, name: 'Leo' },
    );
    await screen.findByRole('heading', { name: 'Ask the school about the data of Leo' });
    expect(await screen.findByText(en['dataRequest.own.none'])).toBeTruthy();
    const openAsk = () => userEvent.click(screen.getByRole('button', { name: NAME }));
    const words = () => screen.getByLabelText<HTMLTextAreaElement>(en['dataRequest.field.words']);
    await openAsk();
    expect(await leave(NAME)).toBe('closes');
    await openAsk();
    await userEvent.selectOptions(screen.getByLabelText(en['dataRequest.field.kind']), 'question');
    await userEvent.type(words(), 'Who sees it?');
    expect(await leave(NAME)).toBe('asks');
    await userEvent.click(screen.getByRole('button', { name: en['dialog.keepEditing'] }));
    const submit = () => userEvent.click(within(dialog(NAME)!).getByRole('button', { name: NAME }));
    await submit();
    await screen.findByText('Write more.');
    expect([words().value, words().getAttribute('aria-invalid')]).toEqual(['Who sees it?', 'true']);
    await submit();
    await screen.findByText('It is asked.');
    expect(await screen.findByText('A question about data')).toBeTruthy();
    expect(dialog(NAME)).toBeNull();
    expect(calls.filter(({ method }) => method === 'POST').at(-1)?.body).toEqual({ account_id: 31, kind: 'question', words: 'Who sees it?' });
    expect(loadsOf(calls, '/data-requests/own').map(({ query }) => query.get('account_id'))).toEqual(['31', '31']);
  });

  test('one that waits is withdrawn after a question', async () => {
    let isWithdrawn = false;
    const calls = openOwn({
      'GET /data-requests/own': () => ownOf(isWithdrawn ? { ...OWN, state: 'withdrawn', answered_on: '2026-02-03' } : OWN),
      'POST /data-requests/5/withdraw': () => {
        isWithdrawn = true;
        return success({ message: 'It is withdrawn.' });
      },
    });
    const NAME = 'Withdraw the request: A correction';
    await userEvent.click(await screen.findByRole('button', { name: NAME }));
    expect(within(dialog(NAME)!).getByText(en['dataRequest.own.withdrawAbout'])).toBeTruthy();
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
    await userEvent.click(within(dialog(NAME)!).getByRole('button', { name: en['dataRequest.own.withdraw'] }));
    await screen.findByText('It is withdrawn.');
    expect(await screen.findByText('Withdrawn on Tue, Feb 3, 2026')).toBeTruthy();
    await waitFor(() => expect(dialog(NAME)).toBeNull());
    expect(screen.queryByRole('button', { name: NAME })).toBeNull();
  });
});
