import { en } from '@classwright/contract/messages/en';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FromForm, type FromWindow, openDriveChannel, type PickerSetting } from '../base/drive-channel.ts';
import { PickerFailure, pickFiles } from './google-picker.ts';
import { startPickerPage } from './page.ts';
import { PickerWindow } from './PickerWindow.tsx';

const ID = 'a'.repeat(32);
const setting: PickerSetting = { token: 't', apiKey: 'k', appId: '1', scriptUrl: 'https://apis.google.com/js/api.js', most: 5, onlyPictures: false };

let heard: FromWindow[];
let form: ReturnType<typeof openDriveChannel<FromForm, FromWindow>>;
beforeEach(() => {
  heard = [];
  form = openDriveChannel<FromForm, FromWindow>(ID, (message) => void heard.push(message));
});
afterEach(() => {
  cleanup();
  form.close();
  vi.restoreAllMocks();
  vi.useRealTimers();
  document.head.querySelectorAll('script').forEach((script) => script.remove());
  delete (globalThis as { gapi?: unknown }).gapi;
  delete (globalThis as { google?: unknown }).google;
});
const ways = () => ({ leave: vi.fn<(url: string) => void>(), close: vi.fn<() => void>(), pick: vi.fn<typeof pickFiles>(async () => null) });
const say = (message: FromForm) => act(async () => form.send(message));
const open = (at = ways(), given: { id: string | null; answer: string | null } = { id: ID, answer: null }) => {
  render(<PickerWindow page={startPickerPage(given, at)} />);
  return at;
};

test('[B1150] a window asks its form, shows why it has to be connected, and goes to Google by a press', async () => {
  const at = open();
  await waitFor(() => expect(heard).toEqual([{ kind: 'ready', answer: null }]));
  await say({ kind: 'hello' });
  await say({ kind: 'ask', words: 'Not connected yet.' });
  expect(screen.getByText('Not connected yet.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: en['drive.window.connect'] }));
  await waitFor(() => expect(heard.at(-1)).toEqual({ kind: 'connect' }));
  await say({ kind: 'leave', url: 'https://accounts.google.com/x' });
  await waitFor(() => expect(heard.at(-1)).toEqual({ kind: 'leaving' }));
  expect(at.leave).toHaveBeenCalledWith('https://accounts.google.com/x');
});

test('[B1150] back from Google it hands over the answer, shows the picker, and tells what was chosen', async () => {
  const at = ways();
  at.pick.mockResolvedValue([{ id: 'x', name: 'X' }]);
  open(at, { id: ID, answer: '?code=c' });
  expect(screen.getByText(en['drive.window.checking'])).toBeDefined();
  await waitFor(() => expect(heard).toEqual([{ kind: 'ready', answer: '?code=c' }]));
  await say({ kind: 'show', setting });
  expect(at.pick).toHaveBeenCalledWith(setting);
  await waitFor(() => expect(heard.at(-1)).toEqual({ kind: 'picked', files: [{ id: 'x', name: 'X' }] }));
  expect(screen.getByText(en['drive.window.sent'])).toBeDefined();
  await say({ kind: 'done' });
  expect(at.close).toHaveBeenCalled();
});

test('[K410] [B1150] without Google’s script the console is warned, and the window says what to do', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const at = ways();
  at.pick.mockRejectedValue(new PickerFailure('script'));
  open(at);
  await say({ kind: 'show', setting });
  expect(await screen.findByText(en['drive.scriptMissing'])).toBeDefined();
  expect(warn).toHaveBeenCalledWith("The script of Google Drive's picker was not loaded: https://apis.google.com/js/api.js");
  await waitFor(() => expect(heard.at(-1)).toEqual({ kind: 'failed', why: 'script' }));
  await userEvent.click(screen.getByRole('button', { name: en['drive.window.close'] }));
  expect(at.close).toHaveBeenCalled();
});

test('[B1150] a window whose form is gone, or that was opened by hand, says so', async () => {
  vi.useFakeTimers();
  open();
  act(() => void vi.advanceTimersByTime(5_000));
  expect(screen.getByText(en['drive.window.alone'])).toBeDefined();
  cleanup();
  open(ways(), { id: null, answer: '?code=c' });
  expect(screen.getByText(en['drive.window.alone'])).toBeDefined();
});

test('[B1150] the window throws away what it was given of the tab’s session, and keeps the channel’s name alone', async () => {
  sessionStorage.setItem('cw.session', 'token');
  history.replaceState(null, '', `/drive-picker?code=c#${ID}`);
  vi.resetModules();
  const { given } = await import('./given.ts');
  expect([given, { ...sessionStorage }, location.search + location.hash]).toEqual([{ id: ID, answer: '?code=c' }, { 'cw.drive': ID }, '']);
  history.replaceState(null, '', '/drive-picker#../x');
  vi.resetModules();
  expect((await import('./given.ts')).given).toEqual({ id: ID, answer: null });
  sessionStorage.clear();
});

test('[B1150] Google’s picker is given the token, the key and the number, and as many as fit', async () => {
  const said: [string, unknown][] = [];
  let callback: (said: object) => void = () => undefined;
  const builder: object = new Proxy(
    {},
    {
      get: (_target, name: string) => (value: unknown) => {
        if (name === 'setCallback') callback = value as typeof callback;
        else if (name === 'build') return { setVisible: () => said.push(['visible', true]) };
        else said.push([name, value]);
        return builder;
      },
    },
  );
  const PickerBuilder = new Proxy(Object, { construct: () => builder });
  const picked = pickFiles(setting);
  Object.assign(globalThis, {
    gapi: { load: (_name: string, { callback: done }: { callback: () => void }) => done() },
    google: { picker: { PickerBuilder, DocsView: Object, ViewId: { DOCS: 'all' }, Feature: { MULTISELECT_ENABLED: 'many' } } },
  });
  document.head.querySelector<HTMLScriptElement>('script[src="https://apis.google.com/js/api.js"]')?.dispatchEvent(new Event('load'));
  await waitFor(() => expect(said).toContainEqual(['visible', true]));
  expect(said).toEqual(
    expect.arrayContaining([
      ['setOAuthToken', 't'],
      ['setDeveloperKey', 'k'],
      ['setAppId', '1'],
      ['enableFeature', 'many'],
      ['setMaxItems', 5],
    ]),
  );
  callback({ action: 'loaded' });
  callback({ action: 'picked', docs: [{ id: 'x', name: 'X' }, { name: 'no id' }] });
  expect(await picked).toEqual([{ id: 'x', name: 'X' }]);
  // [B3048] a form that takes one file lets nobody choose several
  said.length = 0;
  const one = pickFiles({ ...setting, most: 1 });
  document.head.querySelector<HTMLScriptElement>('script:last-of-type')?.dispatchEvent(new Event('load'));
  await waitFor(() => expect(said).toContainEqual(['visible', true]));
  expect(said.map(([name]) => name)).toEqual(expect.not.arrayContaining(['enableFeature']));
  callback({ action: 'cancel' });
  expect(await one).toBeNull();
  const broken = pickFiles(setting);
  document.head.querySelector<HTMLScriptElement>('script:last-of-type')?.dispatchEvent(new Event('error'));
  await expect(broken).rejects.toMatchObject({ why: 'script' });
});
