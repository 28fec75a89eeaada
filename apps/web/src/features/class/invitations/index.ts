/** The people of a class, whom its staff invite and take out; and the invitations that somebody has. */
export { PendingInvitationsScreen } from './PendingInvitationsScreen.tsx';
export { renewPeople } from './people-key.ts';
export { PeopleScreen } from './PeopleScreen.tsx';
export type { PendingSearch, PeopleSearch } from './search.ts';
