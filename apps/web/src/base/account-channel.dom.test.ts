import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { person } from '../testing/people.ts';
import { failure, scriptFetch } from '../testing/scripted-fetch.ts';
import { onNewDevice } from './account-channel.ts';
import { getSession, signIn, signOut, tokenFingerprint } from './session.ts';
import { closeSnack, snackStore } from './snackbar.ts';

beforeEach(() => {
  signOut();
  closeSnack();
  signIn('token-1', person());
});
afterEach(() => vi.unstubAllGlobals());

describe('new-device-login', () => {
  test('[K086] signs out the client whose own token has ended, with the server’s message in red', async () => {
    const token_fingerprint = (await tokenFingerprint('token-1'))?.toUpperCase() ?? '';
    await onNewDevice({ name: 'new-device-login', token_fingerprint, message: 'You signed in on another device.' });
    expect(getSession()).toBeNull();
    expect(snackStore.get()).toMatchObject({ message: 'You signed in on another device.', color: 'red', timeout: 0 });
    expect(sessionStorage.getItem('cw.session')).toBe('none');
  });

  test('[K086] leaves every other client alone, the new device first of all', async () => {
    await onNewDevice({ name: 'new-device-login', token_fingerprint: (await tokenFingerprint('another token')) ?? '', message: 'no' });
    expect(getSession()?.token).toBe('token-1');
    expect(snackStore.get()).toBeNull();
  });

  test('asks the server where the browser offers no digest', async () => {
    vi.stubGlobal('crypto', {});
    scriptFetch({ 'GET /auth/me': failure(401, 'SIGNED_IN_ELSEWHERE') });
    await onNewDevice({ name: 'new-device-login', token_fingerprint: 'whatever', message: 'no' });
    expect(getSession()).toBeNull();
  });
});
