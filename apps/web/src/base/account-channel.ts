import { channels, type AccountEvent } from '@classwright/contract/lesson/live/events';
import { useEffect } from 'react';
import { studentLesson } from './addresses.ts';
import { listen } from './realtime.ts';
import { getSession, getToken, signOut, tokenFingerprint } from './session.ts';
import { refreshUser } from './own-account.ts';
import { showSnack } from './snackbar.ts';
import { isStudent } from './use-user.ts';
import { useEvent } from './use-event.ts';

/**
 * Handles a sign-in of this account elsewhere. Only the client whose own token has ended signs out. If the browser
 * offers no digest, it asks the server, whose 401 does the same.
 */
export async function onNewDevice(event: Extract<AccountEvent, { name: 'new-device-login' }>): Promise<void> {
  const token = getToken();
  if (!token) return;
  const own = await tokenFingerprint(token);
  if (own === null) return refreshUser();
  if (own !== event.token_fingerprint.toLowerCase()) return;
  signOut('told', token);
  showSnack(event.message, { color: 'red', timeout: 0 });
}

/**
 * Listens on the account's own channel while a signed-in page is shown. `onChange`: something of this account has
 * changed. `onBegun`: a lesson of this student has begun. From Home the page goes there; a person who does something else
 * is asked.
 */
export function useAccountChannel(accountId: number, onChange: () => void, onBegun: (assessmentId: number) => void): void {
  const changed = useEvent(onChange);
  const begun = useEvent(onBegun);
  useEffect(
    () =>
      listen(channels.account(accountId), {
        onReady: () => changed(),
        onEvent: (name, data) => {
          const event = { ...(data as object), name } as AccountEvent;
          if (event.name === 'new-device-login') void onNewDevice(event);
          if (event.name !== 'assessment-student-started') return;
          changed();
          const user = getSession()?.user;
          if (!user || !isStudent(user)) return;
          if (location.pathname === '/home') location.assign(studentLesson(event.assessment_id));
          else begun(event.assessment_id);
        },
      }),
    [accountId, changed, begun],
  );
}
