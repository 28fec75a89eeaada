import { en } from '@classwright/contract/messages/en';
import { OPTIONAL_USES } from '@classwright/contract';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeScreen, openScreen, readyForScreen } from '../../../testing/open-screen.tsx';
import { scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import { NoticeScreen } from './index.ts';

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
