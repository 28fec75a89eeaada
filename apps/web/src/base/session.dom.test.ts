import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { person } from '../testing/people.ts';
import { failure, scriptFetch, success } from '../testing/scripted-fetch.ts';

/** Loads the module, which reads storage then, as a page does: each load is a page of the tab. */
async function openPage() {
  vi.resetModules();
  return import('./session.ts');
}
/** Returns the token with which a new tab of this device would start. */
const remembered = (): string | null => (JSON.parse(localStorage.getItem('cw.session.last') ?? 'null') as { token: string } | null)?.token ?? null;
const restore = async () => (await import('./session.ts')).beginRemembered();
/** Opens another tab: its own session storage, the same device storage. */
const openNewTab = () => {
  sessionStorage.clear();
  return openPage();
};

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

describe('who is signed in', () => {
  test('[K020] [L012] is restored after a reload, and in a new tab from the last sign-in of the device', async () => {
    (await openPage()).signIn('token-1', person(), { remember: true });
    expect((await openPage()).getSession()?.user.name).toBe('Ada Byron');
    const tab = await openNewTab();
    expect([tab.getToken(), remembered()]).toEqual([null, 'token-1']);
    const seen = scriptFetch({ 'GET /auth/me': success({ user: person() }) });
    await restore();
    expect(tab.getSession()).toMatchObject({ token: 'token-1', user: { name: 'Ada Byron' } });
    expect(seen[0]?.headers.get('authorization')).toBe('Bearer token-1');
  });

  test('a new tab begins with nobody when the remembered sign-in counts no more, which is then forgotten, or when there is no answer', async () => {
    (await openPage()).signIn('token-1', person(), { remember: true });
    const offline = await openNewTab();
    scriptFetch({ 'GET /auth/me': 'offline' });
    await restore();
    expect([offline.getToken(), remembered()]).toEqual([null, 'token-1']);
    const ended = await openNewTab();
    scriptFetch({ 'GET /auth/me': failure(401, 'NOT_SIGNED_IN') });
    await restore();
    expect([ended.getToken(), remembered()]).toEqual([null, null]);
  });

  test('[B158] the device keeps whose sign-in it was and no more, the tab nothing of how the person is reached', async () => {
    const user = person({ email: 'ada@school.test', mobile: '+1 555 0100' });
    (await openPage()).signIn('token-1', user, { remember: true });
    expect(JSON.parse(localStorage.getItem('cw.session.last') ?? '')).toEqual({ token: 'token-1', account_id: user.account_id });
    expect(sessionStorage.getItem('cw.session')).not.toMatch(/ada@school|555/);
    expect((await openPage()).getSession()?.user).toMatchObject({ account_id: user.account_id, name: 'Ada Byron' });
  });

  test('[B158] who signs out leaves no unfinished forms and no likings behind, and everything of others and what is to be delivered stays', async () => {
    const { account_id } = person();
    const gone = [`cw.question-draft.${account_id}.new.1`, `cw.assessment-draft.${account_id}.3`, `cw.work-draft.${account_id}.new`, `cw.teach.${account_id}`];
    const kept = [`cw.question-draft.9${account_id}.new.1`, 'cw.teach.99', `cw.outbox.left.${account_id}`, 'cw.color-mode'];
    for (const key of [...gone, ...kept]) localStorage.setItem(key, '{}');
    localStorage.setItem('cw.preferences', JSON.stringify({ account_id }));
    const page = await openPage();
    page.signIn('token-1', person());
    page.signOut('expired');
    expect(localStorage.getItem(gone[0]!)).toBe('{}'); // they sign in again and go on
    page.signIn('token-2', person());
    page.signOut(); // as a failed sign-in does
    expect(localStorage.getItem(gone[0]!)).toBe('{}');
    page.signIn('token-3', person());
    scriptFetch({ 'POST /auth/logout': success() });
    (await import('./own-account.ts')).logOut();
    await vi.waitFor(() => expect(localStorage.getItem(gone[0]!)).toBeNull(), 10_000);
    expect([...gone, 'cw.preferences'].map((key) => localStorage.getItem(key))).toEqual([null, null, null, null, null]);
    expect(kept.map((key) => localStorage.getItem(key))).toEqual(kept.map(() => '{}'));
  });

  test('[L013] belongs to the tab: a teacher and a student live side by side', async () => {
    (await openPage()).signIn('teacher-token', person());
    const teacherTab = sessionStorage.getItem('cw.session') ?? '';
    (await openNewTab()).signIn('student-token', person({ account_id: 8 }));
    sessionStorage.setItem('cw.session', teacherTab);
    expect((await openPage()).getToken()).toBe('teacher-token');
  });

  test('is not remembered on the device unless the person wants it', async () => {
    (await openPage()).signIn('token-1', person());
    expect((await openPage()).getToken()).toBe('token-1');
    expect(remembered()).toBeNull();
  });

  test('[K084] is forgotten by Log out, in this tab for good, on the device only when it was the last', async () => {
    (await openPage()).signIn('teacher-token', person());
    const tab = await openPage();
    localStorage.setItem('cw.session.last', JSON.stringify({ token: 'student-token', account_id: 8 }));
    tab.signOut();
    expect(tab.getSession()).toBeNull();
    expect((await openPage()).getSession(), 'a reload of the tab that signed out').toBeNull();
    expect(remembered(), 'the other account is still the device’s last').toBe('student-token');
  });

  test('is not ended by the late 401 of an older token', async () => {
    const page = await openPage();
    page.signIn('new-token', person());
    page.signOut('expired', 'old-token');
    expect(page.getToken()).toBe('new-token');
    expect(page.lastSignOutReason()).toBeNull();
  });

  test('ends at once where another tab signs out with the same token', async () => {
    const page = await openPage();
    page.signIn('token-1', person(), { remember: true });
    const heard = vi.fn<() => void>();
    page.subscribeSession(heard);
    dispatchEvent(new StorageEvent('storage', { key: 'cw.session.last', oldValue: localStorage.getItem('cw.session.last'), newValue: null }));
    expect(page.getSession()).toBeNull();
    expect(heard).toHaveBeenCalledOnce();
  });

  test('keeps the token apart from the person, and takes new menus over without losing it', async () => {
    const page = await openPage();
    page.signIn('token-1', person({ api_token: 'token-1' }));
    expect(page.getSession()?.user).not.toHaveProperty('api_token');
    page.updateUser(person({ rights: ['assessments:view'] }));
    expect(page.getSession()).toMatchObject({ token: 'token-1', user: { rights: ['assessments:view'] } });
    page.updateUser(person({ account_id: 99, name: 'Somebody else' }));
    expect(page.getSession()?.user.name).toBe('Ada Byron');
  });

  test('lives as long as the page where the browser blocks storage', async () => {
    const blocked = {
      getItem: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
      setItem: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
      removeItem: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    };
    vi.stubGlobal('sessionStorage', blocked);
    vi.stubGlobal('localStorage', blocked);
    const page = await openPage();
    page.signIn('token-1', person());
    expect(page.getToken()).toBe('token-1');
    page.signOut();
    expect(page.getToken()).toBeNull();
  });
});

test('[L287] a token’s fingerprint is its SHA-256 in hex', async () => {
  expect(await (await openPage()).tokenFingerprint('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
