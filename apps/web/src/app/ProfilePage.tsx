import { useSendsMail } from '../base/set-up.ts';
import { MailPreferences } from '../features/school/notifications/index.ts';
import { ProfileScreen } from '../features/people/profile/index.ts';

/** One's own profile, with what one is told by e-mail where the school's server sends mail. */
export function ProfilePage() {
  const sendsMail = useSendsMail();
  return <ProfileScreen choices={sendsMail && <MailPreferences />} />;
}
