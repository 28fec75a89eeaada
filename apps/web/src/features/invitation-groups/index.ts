/** Invitation groups: who is invited to a class together. */
import '../lists/index.ts'; // first: it prepares for the definitions, which make schemas
export { InvitationGroupsScreen } from './InvitationGroupsScreen.tsx';
