import { MailPreferences } from '../features/notifications/index.ts';
import { ProfileScreen } from '../features/profile/index.ts';

/** One's own profile with what one is told by e-mail. */
export function ProfilePage() {
  return <ProfileScreen choices={<MailPreferences />} />;
}
