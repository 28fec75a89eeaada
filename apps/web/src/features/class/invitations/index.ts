/** The people of a class, whom its staff invite and remove, and a person's own invitations. */
export { PendingInvitationsScreen } from './PendingInvitationsScreen.tsx';
export { invalidatePeople } from './people-key.ts';
export { PeopleScreen } from './PeopleScreen.tsx';
export type { PendingSearch, PeopleSearch } from './search.ts';
