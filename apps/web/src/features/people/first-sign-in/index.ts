/**
 * Pages without signing in: links, cards, the first administrator of an installation, and the choices that an email's
 * link offers.
 */
export { ChoosePasswordScreen } from './ChoosePasswordScreen.tsx';
export { SetUpScreen } from './SetUpScreen.tsx';
export { MailChoiceScreen } from './MailChoiceScreen.tsx';
