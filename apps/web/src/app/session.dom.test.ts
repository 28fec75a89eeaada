import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { person } from '../testing/people.ts';

/** The module reads storage when it loads, as a page does: each load is a page of the tab. */
async function openPage() {
  vi.resetModules();
  return import('./session.ts');
}
/** Another tab: its own session storage, the same device storage. */
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
  test('[L012] is restored after a reload, and in a new tab from the last sign-in of the device', async () => {
    (await openPage()).signIn('token-1', person());
    expect((await openPage()).getSession()?.user.name).toBe('Ada Byron');
    expect((await openNewTab()).getToken()).toBe('token-1');
  });

  test('[L013] belongs to the tab: a teacher and a student live side by side', async () => {
    (await openPage()).signIn('teacher-token', person());
    const teacherTab = sessionStorage.getItem('cw.session') ?? '';
    (await openNewTab()).signIn('student-token', person({ account_id: 8 }));
    sessionStorage.setItem('cw.session', teacherTab);
    expect((await openPage()).getToken()).toBe('teacher-token');
  });

  test('is not remembered on the device when the person does not want it', async () => {
    (await openPage()).signIn('token-1', person(), { remember: false });
    expect((await openPage()).getToken()).toBe('token-1');
    expect((await openNewTab()).getToken()).toBeNull();
  });

  test('[K084] is forgotten by Log out, in this tab for good, on the device only when it was the last', async () => {
    (await openPage()).signIn('teacher-token', person());
    const tab = await openPage();
    localStorage.setItem('cw.session.last', JSON.stringify({ token: 'student-token', user: person({ account_id: 8 }) }));
    tab.signOut();
    expect(tab.getSession()).toBeNull();
    expect((await openPage()).getSession(), 'a reload of the tab that signed out').toBeNull();
    expect((await openNewTab()).getToken(), 'the other account is still the device’s last').toBe('student-token');
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
    page.signIn('token-1', person());
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
