/** The first page: signing in. */
import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';

export { SignInScreen } from './SignInScreen.tsx';
/** The dialog of an expired session. */
export const SignInAgain = lazyScreen(() => import('./SignInAgain.tsx'), 'SignInAgain', null);
