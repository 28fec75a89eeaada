/** A person's profile and password. */
export { ProfileScreen, type ProfileSearch } from './ProfileScreen.tsx';
