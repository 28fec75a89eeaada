/** Without being signed in: links, cards, the first administrator of an installation, and what a mail lets its reader choose. */
export { ChoosePasswordScreen } from './ChoosePasswordScreen.tsx';
export { SetUpScreen } from './SetUpScreen.tsx';
export { MailChoiceScreen } from './MailChoiceScreen.tsx';
