import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { en } from '@classwright/contract/messages/en';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nameResponses } from '../features/lesson/ideas/calls.ts';
import { ConsentPeople } from '../features/overview/consents/ConsentPeople.tsx';
import { MailPreferences } from '../features/school/notifications/MailPreferences.tsx';
import { readAll } from '../features/school/notifications/use-notifications.ts';
import { closeScreen, openScreen, readyForScreen } from '../testing/open-screen.tsx';
import { scriptFetch, success } from '../testing/scripted-fetch.ts';

beforeEach(readyForScreen);
afterEach(closeScreen);

const nothing = () => undefined;
const show = (Screen: () => React.ReactNode, rights: string[] = []) => openScreen(Screen, { address: '/files', rights: ['files:view', ...rights] });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
/** Shows a button that does something. */
const offer = (what: () => Promise<void>) =>
  show(() => (
    <button type="button" onClick={() => void what()}>
      Do it
    </button>
  ));

interface Scene {
  answers: Parameters<typeof scriptFetch>[0];
  act: () => Promise<void>;
  /** The bodies that are sent: first by the act, then by its Undo. */
  sent: [act: object, undo: object];
}

const MAIL = { sends_mail: true, preferences: [{ kind: 'announcement', mail: 'now', is_usual: true }] };

/** Acts whose Undo is pressed here. */
const SCENES: Readonly<Record<string, Scene>> = {
  'features/lesson/ideas/calls.ts': {
    answers: { 'POST /idea-responses': ({ body }) => success({ message: JSON.stringify(body), before: [{ response_id: 70, idea_id: null }] }) },
    act: async () => {
      offer(() => nameResponses([{ response_id: 70, idea_id: 5 } as never], nothing));
      await press('Do it');
    },
    sent: [{ responses: [{ response_id: 70, idea_id: 5 }] }, { responses: [{ response_id: 70, idea_id: null }] }],
  },
  'features/school/notifications/use-notifications.ts': {
    answers: {
      'POST /notifications/read': success({ message: 'Read', read_at: '2026-05-04T10:00:00Z' }),
      'POST /notifications/unread': success({ message: 'Unread' }),
    },
    act: async () => {
      offer(() => readAll(7));
      await press('Do it');
    },
    sent: [{ up_to: 7 }, { read_at: '2026-05-04T10:00:00Z' }],
  },
  'features/overview/consents/ConsentPeople.tsx': {
    answers: {
      'GET /consents/school': success({
        ...{ school_id: 4, uses: [], people: [{ account_id: 8, name: 'Ada Ek', guardians: [], way: null }] },
        pagination: { total: 1, per_page: 50, current_page: 1, last_page: 1, from: 1, to: 1 },
      }),
      'POST /consents/record': success({ account_ids: [8], message: 'Recorded' }),
      'POST /consents/end': success({ message: 'Ended' }),
    },
    act: async () => {
      show(() => <ConsentPeople schoolId={4} use="drive" onClose={nothing} />, ['guardians:create', 'guardians:delete']);
      await userEvent.click(await screen.findByRole('checkbox', { name: /Ada Ek/ }));
      await press(en['consents.record']);
    },
    sent: [
      { use: 'drive', account_ids: [8] },
      { use: 'drive', account_ids: [8] },
    ],
  },
  'features/school/notifications/MailPreferences.tsx': {
    answers: {
      'GET /notifications/preferences': success(MAIL),
      'PUT /notifications/preferences': success({ ...MAIL, message: 'Saved' }),
    },
    act: async () => {
      show(() => <MailPreferences />);
      await userEvent.selectOptions(await screen.findByRole('combobox'), 'never');
    },
    sent: [{ preferences: [{ kind: 'announcement', mail: 'never' }] }, { preferences: [{ kind: 'announcement', mail: null }] }],
  },
};

test('[B2975] the Undo of every message is pressed here, or by a test of its module', () => {
  const root = join(import.meta.dirname, '..');
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const files = globSync('**/*.{ts,tsx}', { cwd: root });
  const pressed = files.filter((path) => /\.dom\.test\.tsx?$/.test(path) && path.startsWith('features/') && /'Undo'/.test(read(path)));
  const moduleOf = (path: string): string => path.split('/').slice(0, 3).join('/');
  const modules = new Set(pressed.map(moduleOf));
  const acts = files.filter((path) => path.startsWith('features/') && !/\.test\.tsx?$/.test(path) && /showSnack\([^;]*\bundo\b/.test(read(path)));
  expect(acts.filter((path) => !modules.has(moduleOf(path)) && !(path in SCENES))).toEqual([]);
  expect(Object.keys(SCENES).filter((path) => !acts.includes(path))).toEqual([]);
});

test.each(Object.entries(SCENES))('[B2975] %s undoes what was done', async (_path, { answers, act, sent }) => {
  const calls = scriptFetch(answers);
  await act();
  // an open dialog shows the message too
  await userEvent.click((await screen.findAllByRole('button', { name: 'Undo' }))[0] as HTMLElement);
  await waitFor(() => expect(calls.filter(({ method }) => method !== 'GET').map(({ body }) => body)).toEqual(sent));
});
