import { en } from '@classwright/contract/messages/en';
import { OPTIONAL_USES } from '@classwright/contract';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeScreen, openScreen, readyForScreen } from '../../../testing/open-screen.tsx';
import { failure, type Reply, scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import { NoticeScreen, NoticeTexts } from './index.ts';

beforeEach(readyForScreen);
afterEach(closeScreen);

const none = { google_sign_in: false, classroom: false, drive: false, mail: false };
const notice = (uses: object) => ({
  ...{ school: { id: 4, name: 'Lincoln High' }, number: 1, since: null, child_text: '', parent_text: '' },
  ...{ classes: [], terms: {}, demands: { drive: 'guardian' }, uses: { ...none, ...uses } },
});

test.each([
  [{}, []],
  [{ drive: true }, ['drive']],
  [{ classroom: true }, ['classroom']],
  [{ classroom: true, drive: true }, ['classroom', 'drive']],
] as const)('[B3048] the notice names the optional uses that are set up (%j), each with who agrees', async (uses, shown) => {
  scriptFetch({ 'GET /notice': success(notice(uses)) });
  openScreen(NoticeScreen, { address: '/notice', signedIn: false });
  const part = within(await screen.findByRole('region', { name: en['consents.noticeTitle'] }));
  const lines = part.getAllByRole('listitem').map(({ textContent }) => textContent ?? '');
  const named = OPTIONAL_USES.filter((use) => lines.some((line) => line.startsWith(en[`consents.use.${use}`])));
  expect(named).toEqual(OPTIONAL_USES.filter((use) => (use !== 'classroom' && use !== 'drive') || (shown as readonly string[]).includes(use)));
  expect(lines).toHaveLength(named.length);
});

const texts = { ...notice({}), child_text: 'We keep your answers.', parent_text: 'We keep their answers.' };
const SAVE = 'PUT /schools/4/notice';
const openTexts = (save: Reply, mayEdit = true) => {
  const calls = scriptFetch({ 'GET /notice': success(texts), [SAVE]: save });
  openScreen(() => <NoticeTexts schoolId={4} mayEdit={mayEdit} />, { address: '/notice' });
  return calls;
};
const child = () => screen.findByLabelText(en['notice.childText']);
async function saveWords(words: string): Promise<void> {
  fireEvent.change(await child(), { target: { value: words } });
  await userEvent.click(screen.getByRole('switch', { name: en['notice.isSubstantial'] }));
  await userEvent.click(screen.getByRole('button', { name: en['notice.save'] }));
}

test('[B2963] the school’s paragraphs are offered to save once they differ, and say whether the change is substantial', async () => {
  const calls = openTexts(success({ message: 'Saved' }));
  await child();
  expect(screen.queryByRole('button', { name: en['notice.save'] })).toBeNull();
  await saveWords('We keep your work.');
  expect(await screen.findByText('Saved')).toBeTruthy();
  const body = { child_text: 'We keep your work.', parent_text: texts.parent_text, is_substantial: true };
  expect(calls.filter(({ method }) => method === 'PUT').map((call) => call.body)).toEqual([body]);
});

test('[B2963] refused words are named at their field, and any other refusal above the form', async () => {
  openTexts(failure(422, 'VALIDATION_FAILED', { errors: { child_text: ['These words are too long.'] } }));
  await saveWords('Long');
  expect(await screen.findByText('These words are too long.')).toBeTruthy();
  expect((await child()).getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByText('server says VALIDATION_FAILED')).toBeNull();
  closeScreen();
  readyForScreen();
  openTexts(failure(409, 'EDIT_CONFLICT'));
  await saveWords('Other');
  expect((await within(screen.getByRole('form')).findByRole('alert')).textContent).toBe('server says EDIT_CONFLICT');
  expect((await child()).getAttribute('aria-invalid')).not.toBe('true');
});

test('[B2963] people who may only look cannot write', async () => {
  openTexts(success({ message: 'Saved' }), false);
  expect((await child()).hasAttribute('readonly')).toBe(true);
});
