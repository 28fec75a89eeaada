import { en } from '@classwright/contract/messages/en';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { configStore } from '../../../../base/config.ts';
import { type FromForm, type FromWindow, openDriveChannel } from '../../../../base/drive-channel.ts';
import { failure, type Reply, scriptFetch, type SeenCall, success } from '../../../../testing/scripted-fetch.ts';
import { type ChosenFile, FileField } from '../index.ts';

let opened: { url: string; closed: boolean }[];
let isBlocked: boolean;
beforeEach(() => {
  opened = [];
  isBlocked = false;
  vi.stubGlobal('open', (url: string) => {
    if (isBlocked) return null;
    const one = { url, closed: false };
    opened.push(one);
    return one;
  });
  configStore.set({ drive_picker: true } as never);
});
afterEach(() => {
  cleanup();
  configStore.set(null);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const token = success({ access_token: 'token', api_key: 'key', app_id: '12', script_url: 'https://apis.google.com/js/api.js', email: 'sam@school.test' });
const fileOf = (id: number, name: string, kind = 'pdf') => ({
  id,
  name,
  url: `/files/${id}`,
  type: kind === 'pdf' ? 'application/pdf' : 'image/png',
  kind,
  is_shown: true,
});

function Form({ max = 20, onBusy, kinds }: { max?: number; onBusy?: (isBusy: boolean) => void; kinds?: ['image'] }) {
  const [files, setFiles] = useState<ChosenFile[]>([]);
  return (
    <QueryClientProvider client={new QueryClient()}>
      <FileField label="Attached files" value={files} onChange={setFiles} max={max} onBusy={onBusy} kinds={kinds} />
      <p>{`Holds: ${files.map(({ name }) => name).join()}`}</p>
    </QueryClientProvider>
  );
}
const button = () => screen.findByRole('button', { name: en['drive.button'] });

/** Returns the window as the form receives it. */
function windowOf(at = 0) {
  const heard: FromForm[] = [];
  const id = opened[at]?.url.split('#')[1] ?? '';
  const channel = openDriveChannel<FromWindow, FromForm>(id, (message) => void heard.push(message));
  return { heard, id, send: (message: FromWindow) => act(async () => channel.send(message)), last: () => heard.at(-1) };
}
async function openWindow(answers: Record<string, Reply | ((call: SeenCall) => Reply)>, form = <Form />) {
  const calls = scriptFetch(answers);
  render(form);
  await userEvent.click(await button());
  const shown = windowOf();
  await shown.send({ kind: 'ready', answer: null });
  return { calls, shown };
}

test('[Q443] [K409] the button stands only where the server has a picker', async () => {
  configStore.set({ drive_picker: false } as never);
  render(<Form />);
  await screen.findByRole('button', { name: en['files.field.choose'] });
  expect(screen.queryByRole('button', { name: en['drive.button'] })).toBeNull();
  act(() => configStore.set({ drive_picker: true } as never));
  expect(await button()).toBeDefined();
});

test('[K014] [B1149] what is picked is copied one after the other, and stands in the form; what cannot be is named', async () => {
  const onBusy = vi.fn<(isBusy: boolean) => void>();
  const { calls, shown } = await openWindow(
    {
      'POST /files/drive-token': token,
      'POST /files/from-drive': ({ body }) => {
        const [id] = (body as { ids: string[] }).ids;
        if (id === 'b') return success({ files: [], refused: [{ id, name: 'B.exe', message: 'Not this.' }] });
        return id === 'c' ? failure(409, 'DRIVE_WITHDRAWN', { message: 'Reconnect.' }) : success({ files: [fileOf(1, 'A.pdf')], refused: [] });
      },
    },
    <Form onBusy={onBusy} />,
  );
  await waitFor(() =>
    expect(shown.last()).toMatchObject({ kind: 'show', setting: { token: 'token', apiKey: 'key', appId: '12', most: 20, onlyPictures: false } }),
  );
  expect(screen.getByText('Google Drive is connected as sam@school.test.')).toBeDefined();
  expect(opened[0]?.url).toMatch(/^\/drive-picker#[0-9a-f]{32}$/);
  await shown.send({ kind: 'picked', files: ['a', 'b', 'c'].map((id) => ({ id, name: `${id} there` })) });
  expect(await screen.findByText('Holds: A.pdf')).toBeDefined();
  const problems = within(await screen.findByRole('alert')).getAllByRole('listitem');
  expect(problems.map(({ textContent }) => textContent)).toEqual(['B.exe: Not this.', 'c there: Reconnect.']);
  expect(calls.filter(({ path }) => path === '/files/from-drive').map(({ body }) => body)).toEqual([{ ids: ['a'] }, { ids: ['b'] }, { ids: ['c'] }]);
  expect(onBusy.mock.calls.flat()).toEqual(expect.arrayContaining([true]));
  expect(onBusy).toHaveBeenLastCalledWith(false);
  await waitFor(() => expect(shown.last()).toEqual({ kind: 'done' }));
  await userEvent.click(screen.getByRole('button', { name: en['drive.dismiss'] }));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('[B1149] who has not connected is asked in the window, and the secret stays with the form', async () => {
  let isConnected = false;
  const { calls, shown } = await openWindow({
    'POST /files/drive-token': () => (isConnected ? token : failure(409, 'DRIVE_NOT_CONNECTED', { message: 'Connect it first.' })),
    'POST /files/drive-connect': success({ url: 'https://accounts.google.com/x', secret: 'hush' }),
    'POST /files/drive-connect/finish': () => {
      isConnected = true;
      return success({ email: 'sam@school.test' });
    },
  });
  await waitFor(() => expect(shown.last()).toEqual({ kind: 'ask', words: 'Connect it first.' }));
  await shown.send({ kind: 'connect' });
  await waitFor(() => expect(shown.last()).toEqual({ kind: 'leave', url: 'https://accounts.google.com/x' }));
  await shown.send({ kind: 'leaving' });
  expect(await screen.findByText(en['drive.waitingConsent'])).toBeDefined();
  (opened[0] as { closed: boolean }).closed = true; // as the browser reports a window that shows another site
  await shown.send({ kind: 'ready', answer: '?code=c&state=s' });
  await waitFor(() => expect(shown.last()).toMatchObject({ kind: 'show' }));
  expect(calls.find(({ path }) => path === '/files/drive-connect/finish')?.body).toEqual({ answer: '?code=c&state=s', secret: 'hush' });
  expect(JSON.stringify(shown.heard)).not.toContain('hush');
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(screen.getByText(en['drive.waiting'])).toBeDefined();
});

test('[K410] [B1149] a script that was not loaded is a warning on the console and a sentence that says what to do', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { shown } = await openWindow({ 'POST /files/drive-token': token });
  await shown.send({ kind: 'failed', why: 'script' });
  expect(await screen.findByText(en['drive.scriptMissing'])).toBeDefined();
  expect(warn).toHaveBeenCalledWith('The script of Google Drive’s picker was not loaded in its window.');
});

test('[B1149] a window that the browser keeps shut, one that is closed, and one that is given up', async () => {
  scriptFetch({ 'POST /files/drive-token': token });
  render(<Form />);
  isBlocked = true;
  await userEvent.click(await button());
  expect(await screen.findByText(en['drive.blocked'])).toBeDefined();
  isBlocked = false;
  await userEvent.click(await button());
  expect(screen.queryByText(en['drive.blocked'])).toBeNull();
  const shown = windowOf();
  await shown.send({ kind: 'ready', answer: null });
  await shown.send({ kind: 'closed' });
  expect(await screen.findByText(en['drive.closed'])).toBeDefined();
  await userEvent.click(await button());
  (opened[1] as { closed: boolean }).closed = true;
  await waitFor(() => expect(screen.queryByText(en['drive.waiting'])).toBeNull());
  await userEvent.click(await button());
  const third = windowOf(2);
  await userEvent.click(await button());
  await waitFor(() => expect(third.last()).toEqual({ kind: 'done' })); // one window at a time
  const fourth = windowOf(3);
  expect(fourth.id).not.toBe(third.id);
  await userEvent.click(screen.getByRole('button', { name: en['drive.stop'] }));
  await waitFor(() => expect(fourth.last()).toEqual({ kind: 'done' }));
  expect(screen.queryByText(en['drive.waiting'])).toBeNull();
});

test('[B1149] a form that is left closes its window', async () => {
  const { shown } = await openWindow({ 'POST /files/drive-token': token });
  cleanup();
  await waitFor(() => expect(shown.last()).toEqual({ kind: 'done' }));
});

test('[B1149] no more than fit, and no other kinds than the form takes', async () => {
  const { shown } = await openWindow(
    {
      'POST /files/drive-token': token,
      'POST /files/from-drive': ({ body }) => success({ files: [fileOf(1, 'A', (body as { ids: string[] }).ids[0] === 'a' ? 'pdf' : 'image')], refused: [] }),
    },
    <Form max={1} kinds={['image']} />,
  );
  await waitFor(() => expect(shown.last()).toMatchObject({ kind: 'show', setting: { most: 1, onlyPictures: true } }));
  await shown.send({ kind: 'picked', files: ['a', 'b'].map((id) => ({ id, name: id })) });
  expect(await screen.findByText(`A: ${en['file.kindRefused']}`)).toBeDefined();
  expect(screen.getByText(en['drive.tooMany.one'])).toBeDefined();
  expect(screen.getByText('Holds:')).toBeDefined();
});

test('[B1143] disconnecting is at hand while choosing, and says that files stay', async () => {
  const { shown, calls } = await openWindow({ 'POST /files/drive-token': token, 'DELETE /files/drive': success({ message: 'Files stay.' }) });
  await userEvent.click(await screen.findByRole('button', { name: en['drive.disconnect'] }));
  expect(await screen.findByText('Files stay.')).toBeDefined();
  expect(shown.last()).toEqual({ kind: 'done' });
  expect(calls.some(({ method }) => method === 'DELETE')).toBe(true);
});

test('[B1149] what nothing in the window can help stands in both', async () => {
  const { shown } = await openWindow({ 'POST /files/drive-token': failure(503, 'DRIVE_UNREACHABLE', { message: 'Google does not respond.' }) });
  await waitFor(() => expect(shown.last()).toEqual({ kind: 'say', words: 'Google does not respond.' }));
  expect(await screen.findByText('Google does not respond.')).toBeDefined();
});
