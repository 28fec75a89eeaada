import type { UserView } from '@classwright/contract/people/sign-in/calls';
import { useSyncExternalStore } from 'react';
import { getSession, subscribeSession } from './session.ts';

/** Types describe people and are compared without regard to case; they grant nothing. */
export const isStudent = (user: Pick<UserView, 'user_type'>): boolean => user.user_type.toLowerCase() === 'student';

let shown: UserView | null = null;
/** In the instant between signing out and leaving, screens still show whom they showed. */
const whoIsShown = (): UserView | null => {
  shown = getSession()?.user ?? shown;
  return shown;
};

/** The signed-in person. Only for what stands below the guard of the routes. */
export function useUser(): UserView {
  const user = useSyncExternalStore(subscribeSession, whoIsShown);
  if (!user) throw new Error('useUser is for signed-in screens');
  return user;
}
