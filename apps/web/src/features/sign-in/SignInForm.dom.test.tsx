import '../../testing/patience.ts';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { getSession, signIn as storeSession, signOut } from '../../app/session.ts';
import { person } from '../../testing/people.ts';
import { failure, scriptFetch, success } from '../../testing/scripted-fetch.ts';
import { SignInForm } from './SignInForm.tsx';
import { useSignIn } from './use-sign-in.ts';

function Page() {
  return <SignInForm signIn={useSignIn()} />;
}
const answer = success({ user: person(), api_token: 'token-1', new_account: false, courses: [], assessment: null, message: '' });
const fill = async (email: string, password: string) => {
  if (email) await userEvent.type(screen.getByLabelText('School e-mail'), email);
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
  test('[K281] stores user and token, and names this device', async () => {
    const seen = scriptFetch({ 'POST /auth/login': answer });
    render(<Page />);
    await fill('ada@school.test', 'a long password');
    await waitFor(() => expect(getSession()?.token).toBe('token-1'));
    expect(seen[0]).toMatchObject({ body: { email: 'ada@school.test', password: 'a long password' } });
    expect((seen[0]?.body as { device?: string } | undefined)?.device).toMatch(/^[0-9a-f]{32}$/);
    expect(localStorage.getItem('cw.session.last')).not.toBeNull();
  });

  test('without "Stay signed in" the device remembers nobody', async () => {
    scriptFetch({ 'POST /auth/login': answer });
    render(<Page />);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Stay signed in on this device' }));
    await fill('ada@school.test', 'a long password');
    await waitFor(() => expect(getSession()).not.toBeNull());
    expect(localStorage.getItem('cw.session.last')).toBeNull();
  });

  test('names what is missing, at the field, without asking the server', async () => {
    const seen = scriptFetch({});
    render(<Page />);
    await fill('', '');
    expect(screen.getByText('Enter your school e-mail')).toBeTruthy();
    expect(screen.getByText('Enter your password')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('School e-mail'));
    expect(seen).toEqual([]);
  });

  test('[K282] a refusal shows its message, clears the auth state and keeps what was typed', async () => {
    storeSession('older', person());
    scriptFetch({ 'POST /auth/login': failure(401, 'SIGN_IN_REFUSED') });
    render(<Page />);
    await fill('ada@school.test', 'wrong password');
    expect((await screen.findByRole('alert')).textContent).toContain('The e-mail or the password is not right');
    expect(getSession()).toBeNull();
    expect((screen.getByLabelText('School e-mail') as HTMLInputElement).value).toBe('ada@school.test');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')));
  });

  test('[K282] a missing network is a failure of its own', async () => {
    scriptFetch({ 'POST /auth/login': 'offline' });
    render(<Page />);
    await fill('ada@school.test', 'a long password');
    expect((await screen.findByRole('alert')).textContent).toContain('There is no connection');
  });

  test('[L350] field errors of the server stand at their fields', async () => {
    scriptFetch({ 'POST /auth/login': failure(422, 'VALIDATION_FAILED', { errors: { email: ['Email may have at most 320 characters. Shorten it.'] } }) });
    render(<Page />);
    await fill('ada@school.test', 'a long password');
    const field = screen.getByLabelText('School e-mail');
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
