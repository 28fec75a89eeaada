/** A person's own rehearsals, away from their desks: the way back to one that runs, and its removal. */
import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';

export const OwnRehearsals = lazyScreen(() => import('./OwnRehearsals.tsx'), 'OwnRehearsals', null);
export const RemoveRehearsal = lazyScreen(() => import('./RemoveRehearsal.tsx'), 'RemoveRehearsal', null);
