/** Before the first sign-in: links, cards, and the first administrator of an installation. */
export { ChoosePasswordScreen } from './ChoosePasswordScreen.tsx';
export { SetUpScreen } from './SetUpScreen.tsx';
