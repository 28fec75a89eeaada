/** The profile, and one's own password. */
export { ProfileScreen } from './ProfileScreen.tsx';
