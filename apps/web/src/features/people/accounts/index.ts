/** Accounts: everyone who can sign in, imports of many, links and cards for their first sign-in. */
export { AccountsScreen } from './AccountsScreen.tsx';
export { CardsDialog, type CardHolders } from './cards/CardsDialog.tsx';
export type { AccountsSearch } from './search.ts';
