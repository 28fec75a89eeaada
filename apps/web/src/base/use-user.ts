import type { UserView } from '@classwright/contract/people/sign-in/calls';
import { useSyncExternalStore } from 'react';
import { getSession, subscribeSession } from './session.ts';

/** Returns true for a student. Types describe people and are compared ignoring case; they grant nothing. */
export const isStudent = (user: Pick<UserView, 'user_type'>): boolean => user.user_type.toLowerCase() === 'student';

let shown: UserView | null = null;
/** Returns the person on the screens, who is still shown in the moment between signing out and leaving. */
const whoIsShown = (): UserView | null => {
  shown = getSession()?.user ?? shown;
  return shown;
};

/** Returns the signed-in person. Use it only below the guard of the routes. */
export function useUser(): UserView {
  const user = useSyncExternalStore(subscribeSession, whoIsShown);
  if (!user) throw new Error('useUser is for signed-in screens');
  return user;
}
