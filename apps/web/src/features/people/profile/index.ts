/** The profile, and one's own password. */
export { ProfileScreen, type ProfileSearch } from './ProfileScreen.tsx';
