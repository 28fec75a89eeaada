/** Invitation groups: who is invited to a class together. */
export { InvitationGroupsScreen } from './InvitationGroupsScreen.tsx';
