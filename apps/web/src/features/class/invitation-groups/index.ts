/** Invitation groups: people who are invited to a class together. */
export { InvitationGroupsScreen } from './InvitationGroupsScreen.tsx';
