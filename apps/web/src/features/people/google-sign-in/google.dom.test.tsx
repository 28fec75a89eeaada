import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { address, closeApp, openApp, readyForApp, teacher } from '../../../testing/open-app.tsx';
import { failure, type Reply, success } from '../../../testing/scripted-fetch.ts';

beforeEach(readyForApp);
afterEach(closeApp);

/** Returns the device's data about the school from the last visit. */
const known = (google: boolean) => ({
  'cw.config': JSON.stringify({
    version: '1',
    realtime: { key: 'k', host: '', port: 1, tls: false, auth_endpoint: '/api/broadcasting/auth' },
    sign_in: { password: true, google, mail: false, set_up: false },
    school: { name: null },
    demo: [],
    messages: {},
  }),
});
const signedIn = success({ user: teacher, api_token: 'token-9', new_account: false, courses: [], assessment: null, message: '' });

describe('the button', () => {
  test('stands on the sign-in page only where the school has set it up', async () => {
    await openApp('/', {}, undefined, known(false));
    await screen.findByRole('link', { name: 'Sign in with a card' });
    expect(screen.queryByRole('button', { name: 'Sign in with Google' })).toBeNull();
    closeApp();
    readyForApp();
    await openApp('/', {}, undefined, known(true));
    expect(await screen.findByRole('button', { name: 'Sign in with Google' })).toBeTruthy();
  });

  test('says when Google does not answer, and what was typed stays', async () => {
    await openApp('/', { 'POST /auth/google': failure(503, 'GOOGLE_UNREACHABLE', { message: 'Google does not respond.' }) }, undefined, known(true));
    const button = await screen.findByRole('button', { name: 'Sign in with Google' });
    await userEvent.type(screen.getByLabelText('School email'), 'ada@school.test');
    await userEvent.click(button);
    expect(await screen.findByText('Google does not respond.')).toBeTruthy();
    expect((screen.getByLabelText('School email') as HTMLInputElement).value).toBe('ada@school.test');
    expect(sessionStorage.getItem('cw.google')).toBeNull();
  });
});

describe('the page that Google sends people back to', () => {
  /** Simulates a tab that started a sign-in and returns. */
  const comeBack = async (finish: Reply, to?: string) => {
    const begun = JSON.stringify({ secret: 's', remember: false, to });
    const clear = vi.spyOn(Storage.prototype, 'clear').mockImplementation(() => undefined); // the tab keeps what it began
    sessionStorage.setItem('cw.google', begun);
    const opened = await openApp('/google-sign-in?code=c&state=x', { 'POST /auth/google/finish': finish });
    clear.mockRestore();
    return opened;
  };

  test('posts the answer with the tab’s secret once, clears the address, and goes on to where the person wanted to be', async () => {
    const { calls, session } = await comeBack(signedIn, '/assessments');
    await waitFor(() => expect(address()).toBe('/assessments'));
    expect(session.getToken()).toBe('token-9');
    const posted = calls.filter(({ path }) => path === '/auth/google/finish').map(({ body }) => body);
    expect(posted).toEqual([{ answer: '?code=c&state=x', secret: 's', device: expect.any(String) }]);
    expect(localStorage.getItem('cw.session.last')).toBeNull(); // as the person chose before
    expect(sessionStorage.getItem('cw.google')).toBeNull();
  });

  test('says why not, and offers to try again or another way', async () => {
    await comeBack(failure(403, 'GOOGLE_NO_ACCOUNT', { message: 'Nobody here has the address x.' }));
    expect(await screen.findByText('Nobody here has the address x.')).toBeTruthy();
    expect(address()).toBe('/google-sign-in');
    expect(screen.getByRole('button', { name: 'Try again with Google' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Sign in another way' }).getAttribute('href')).toBe('/');
  });

  test.each([
    ['one that began nothing', null, false],
    ['one that was not to be remembered', false, false],
    ['one that was to be remembered', true, true],
  ])('[B2968] another try in a tab, %s, is remembered only where that was chosen', async (_tab, chosen, remember) => {
    if (chosen !== null) sessionStorage.setItem('cw.google', JSON.stringify({ secret: 's', remember: chosen }));
    const clear = vi.spyOn(Storage.prototype, 'clear').mockImplementation(() => undefined);
    await openApp('/google-sign-in?code=c&state=x', {
      'POST /auth/google/finish': failure(403, 'GOOGLE_NO_ACCOUNT'),
      'POST /auth/google': success({ url: '#google', secret: 'again' }),
    });
    clear.mockRestore();
    await userEvent.click(await screen.findByRole('button', { name: 'Try again with Google' }));
    await waitFor(() => expect(sessionStorage.getItem('cw.google')).toContain('again'));
    expect(JSON.parse(sessionStorage.getItem('cw.google') ?? 'null')).toEqual({ secret: 'again', remember });
  });

  test('asks nothing in a tab that began nothing', async () => {
    const { calls } = await openApp('/google-sign-in?code=c&state=x');
    expect(await screen.findByText('This sign-in has expired, or was started in another browser. Start again.')).toBeTruthy();
    expect(calls.filter(({ path }) => path.startsWith('/auth/google'))).toEqual([]);
    expect(address()).toBe('/google-sign-in');
  });
});
