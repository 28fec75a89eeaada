/** Signing in with a Google account: the button, and the page that Google sends people back to. */
export { GoogleButton } from './GoogleButton.tsx';
export { GoogleSignInScreen } from './GoogleSignInScreen.tsx';
