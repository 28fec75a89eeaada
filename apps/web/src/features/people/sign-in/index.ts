/** The first page: signing in. */
export { SignInScreen } from './SignInScreen.tsx';
export { SignInAgain } from './SignInAgain.tsx';
