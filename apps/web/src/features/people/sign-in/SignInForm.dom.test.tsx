import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deviceId } from '../../../base/device.ts';
import { getSession, signIn as storeSession, signOut } from '../../../base/session.ts';
import { person } from '../../../testing/people.ts';
import { failure, scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import { SignInForm } from './SignInForm.tsx';
import { useSignIn } from './use-sign-in.ts';

function Page() {
  return <SignInForm signIn={useSignIn()} />;
}
const answer = success({ user: person(), api_token: 'token-1', new_account: false, courses: [], assessment: null, message: '' });
const fill = async (email: string, password: string) => {
  if (email) await userEvent.type(screen.getByLabelText('School email'), email);
  if (password) await userEvent.type(screen.getByLabelText('Password'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
};

beforeEach(() => {
  signOut();
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('signing in', () => {
  test('[B147] [K281] stores user and token, and names this device for this account, the same the next time', async () => {
    const seen = scriptFetch({ 'POST /auth/login': answer });
    render(<Page />);
    await fill('ada@school.test', 'a long password');
    await waitFor(() => expect(getSession()?.token).toBe('token-1'));
    expect(seen[0]).toMatchObject({ body: { email: 'ada@school.test', password: 'a long password' } });
    const device = (seen[0]?.body as { device?: string } | undefined)?.device ?? '';
    expect(device).toMatch(/^[0-9a-f]{32}$/);
    expect(deviceId(' ADA@school.test')).toBe(device);
    expect(deviceId('grace@school.test')).not.toBe(device);
    expect(localStorage.getItem('cw.devices')).not.toContain('ada');
  });

  test('[B158] the device remembers nobody, unless "Stay signed in" is chosen; what was chosen last stands there the next time', async () => {
    scriptFetch({ 'POST /auth/login': answer });
    const page = render(<Page />);
    await fill('ada@school.test', 'a long password');
    await waitFor(() => expect(getSession()).not.toBeNull());
    expect(localStorage.getItem('cw.session.last')).toBeNull();
    const box = () => screen.getByRole('checkbox', { name: 'Stay signed in on this device' });
    await userEvent.click(box());
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(localStorage.getItem('cw.session.last')).not.toBeNull());
    page.unmount();
    render(<Page />);
    expect(box()).toHaveProperty('checked', true);
  });

  test('[B2834] the password is masked; password managers fill it, and it can be pasted', async () => {
    render(<Page />);
    const field = screen.getByLabelText<HTMLInputElement>('Password');
    expect([field.type, field.autocomplete, field.maxLength, screen.getByLabelText<HTMLInputElement>('School email').autocomplete]).toEqual([
      'password',
      'current-password',
      -1,
      'username',
    ]);
    await userEvent.click(field);
    await userEvent.paste('a pasted password');
    expect(field.value).toBe('a pasted password');
  });

  test('names what is missing, at the field, without asking the server', async () => {
    const seen = scriptFetch({});
    render(<Page />);
    await fill('', '');
    expect(screen.getByText('Enter your school email')).toBeTruthy();
    expect(screen.getByText('Enter your password')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('School email'));
    expect(seen).toEqual([]);
  });

  test('[B167] [K282] a refusal shows its message, clears the auth state and keeps what was typed', async () => {
    storeSession('older', person());
    scriptFetch({ 'POST /auth/login': failure(401, 'SIGN_IN_REFUSED') });
    render(<Page />);
    await fill('ada@school.test', 'wrong password');
    expect((await screen.findByRole('alert')).textContent).toContain('The email or password is wrong');
    expect(getSession()).toBeNull();
    expect((screen.getByLabelText('School email') as HTMLInputElement).value).toBe('ada@school.test');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')));
  });

  test('[K282] a missing network is a failure of its own, after which nobody is signed in', async () => {
    storeSession('older', person(), { remember: true });
    scriptFetch({ 'POST /auth/login': 'offline' });
    render(<Page />);
    await fill('ada@school.test', 'a long password');
    expect((await screen.findByRole('alert')).textContent).toContain('There is no connection');
    expect(getSession()).toBeNull();
    expect([sessionStorage.getItem('cw.session'), localStorage.getItem('cw.session.last')]).toEqual(['none', null]);
  });

  test('[L350] field errors of the server stand at their fields', async () => {
    scriptFetch({ 'POST /auth/login': failure(422, 'VALIDATION_FAILED', { errors: { email: ['Email can have at most 320 characters. Shorten it.'] } }) });
    render(<Page />);
    await fill('ada@school.test', 'a long password');
    const field = screen.getByLabelText('School email');
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toContain('at most 320 characters');
  });

  test('asks once however often it is pressed', async () => {
    const seen = scriptFetch({ 'POST /auth/login': 'never' });
    render(<Page />);
    await fill('ada@school.test', 'a long password');
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await userEvent.keyboard('{Enter}');
    expect(seen).toHaveLength(1);
  });
});

test('a password can be shown, and Caps Lock is mentioned', async () => {
  render(<Page />);
  const field = screen.getByLabelText('Password');
  expect(field.getAttribute('type')).toBe('password');
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(field.getAttribute('type')).toBe('text');
  field.focus();
  await userEvent.keyboard('{CapsLock}a');
  expect(screen.getByText('Caps Lock is on')).toBeTruthy();
});
