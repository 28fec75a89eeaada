import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../../../base/query-client.ts';
import { closeScreen, openScreen, readyForScreen } from '../../../../testing/open-screen.tsx';
import { failure, scriptFetch, success } from '../../../../testing/scripted-fetch.ts';
import { keys } from '../calls.ts';
import { PrivateNote } from './PrivateNote.tsx';

beforeEach(readyForScreen);
afterEach(() => {
  localStorage.clear();
  closeScreen();
});

const noteOf = (note: string, written_by: string | null = 'Ms Okafor') => ({
  ...{ submission_id: 7, note },
  ...(note === '' ? { written_by: null, updated_at: null } : { written_by, updated_at: '2026-05-04T10:00:00Z' }),
});
const PATH = '/student-submissions/7/note';

/** Opens a page with a fake server that stores the note. */
function open(first = '', mayWrite = true) {
  const server = { note: noteOf(first), isDown: false };
  const calls = scriptFetch({
    [`GET ${PATH}`]: () => success({ note: server.note }),
    [`PUT ${PATH}`]: ({ body }) => {
      const { note, was } = body as { note: string; was: string };
      if (server.isDown) return failure(503, 'UNAVAILABLE');
      if (was !== server.note.note) return failure(409, 'NOTE_CHANGED', { params: { by: 'Mr Berg', newer: server.note } });
      server.note = noteOf(note.trim());
      return success({ note: server.note, message: 'The private note was saved' });
    },
  });
  openScreen(() => <PrivateNote courseId={3} workId={9} submissionId={7} mayWrite={mayWrite} />, { address: '/files', rights: ['files:view'], width: 1280 });
  const saved = () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  return { server, saved };
}
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Private note' });
const button = (name: string) => screen.findByRole('button', { name });
const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('cw.private-note'));

test('a note is written, saved with what was there before, and its author and time are said', async () => {
  const { saved } = open('Sees badly');
  expect((await field()).value).toBe('Sees badly');
  expect(screen.getByText(/^Written by Ms Okafor, /)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save the note' })).toBeNull();
  await userEvent.type(await field(), '; sits in front');
  expect(screen.getByText('Not saved yet. Your text is kept on this device.')).toBeTruthy();
  await userEvent.click(await button('Save the note'));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save the note' })).toBeNull());
  expect(saved()).toEqual([{ note: 'Sees badly; sits in front', was: 'Sees badly' }]);
  expect(kept()).toEqual([]);
});

test('what is written and not saved survives a closed page, and a failure says so and keeps it', async () => {
  const { server, saved } = open('');
  server.isDown = true;
  await userEvent.type(await field(), 'Call home');
  await userEvent.click(await button('Save the note'));
  expect(await screen.findByText('server says UNAVAILABLE')).toBeTruthy();
  expect((await field()).value).toBe('Call home');
  closeScreen();
  readyForScreen();
  const again = open('');
  expect((await field()).value).toBe('Call home');
  await userEvent.click(await button('Save the note'));
  await waitFor(() => expect(kept()).toEqual([]));
  expect([...saved(), ...again.saved()]).toHaveLength(2);
});

test('a note that somebody else wrote meanwhile is shown beside one’s own, and one chooses', async () => {
  const { server, saved } = open('Old');
  await userEvent.clear(await field());
  await userEvent.type(await field(), 'Mine');
  server.note = noteOf('Theirs', 'Mr Berg');
  await userEvent.click(await button('Save the note'));
  expect(await screen.findByText('Mr Berg wrote another note in the meantime:')).toBeTruthy();
  expect(screen.getByText('Theirs')).toBeTruthy();
  expect((await field()).value).toBe('Mine');
  await userEvent.click(await button('Replace with mine'));
  await waitFor(() => expect(saved().at(-1)).toEqual({ note: 'Mine', was: 'Theirs' }));
  await waitFor(() => expect(kept()).toEqual([]));

  await userEvent.type(await field(), '!');
  server.note = noteOf('');
  await act(() => queryClient.invalidateQueries({ queryKey: keys.note(3, 9, 7) }));
  expect(await screen.findByText('Someone cleared the note in the meantime.')).toBeTruthy();
  await userEvent.click(await button('Discard mine'));
  expect((await field()).value).toBe('');
  expect(kept()).toEqual([]);
});

test('what another page of the device wrote of the same note goes on here, is said to be from there, and what it saved or dropped is away here too', async () => {
  open('Old');
  await userEvent.type(await field(), ' and mine');
  const [key] = kept();
  const elsewhere = (text: string | null) => {
    if (text === null) localStorage.removeItem(key!);
    else localStorage.setItem(key!, JSON.stringify({ text, was: 'Old' }));
    act(() => void dispatchEvent(new StorageEvent('storage', { key })));
  };
  elsewhere('Newer');
  expect((await field()).value).toBe('Newer');
  expect(screen.getByText('Not saved yet. This is the newest text, from another page on this device.')).toBeTruthy();
  await userEvent.type(await field(), '!');
  expect(screen.getByText('Not saved yet. Your text is kept on this device.')).toBeTruthy();
  expect(localStorage.getItem(key!)).toContain('Newer!');
  elsewhere(null);
  expect((await field()).value).toBe('Old');
  expect(screen.queryByRole('button', { name: 'Save the note' })).toBeNull();
});

test('a note of more than 2,000 characters is not cut short and not sent', async () => {
  const { saved } = open('');
  await userEvent.click(await field());
  await userEvent.paste('a'.repeat(2_001));
  expect((await field()).value).toHaveLength(2_001);
  expect(screen.getByText('A note can have up to 2,000 characters; this one has 2,001. Shorten it.')).toBeTruthy();
  await userEvent.click(await button('Save the note'));
  expect(saved()).toEqual([]);
});

test('where nothing can be changed the note is read', async () => {
  open('Sees badly', false);
  expect(await screen.findByText('Sees badly')).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
});
