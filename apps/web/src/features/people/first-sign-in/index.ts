/**
 * Pages without signing in: links, cards, the first administrator of an installation, and the choices that an email's
 * link offers.
 */
export { takeCode } from './code-in-address.ts';
export { Page } from './Page.tsx';
export { useFirstSignIn } from './use-first-sign-in.ts';
export { ChoosePasswordScreen } from './ChoosePasswordScreen.tsx';
export { SetUpScreen } from './SetUpScreen.tsx';
export { MailChoiceScreen } from './MailChoiceScreen.tsx';
