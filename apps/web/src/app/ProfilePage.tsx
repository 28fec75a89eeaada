import { useSendsMail } from '../base/set-up.ts';
import { MailPreferences } from '../features/school/notifications/index.ts';
import { ProfileScreen } from '../features/people/profile/index.ts';

/** Shows a person's own profile, with the email settings if the school's server sends mail. */
export function ProfilePage() {
  const sendsMail = useSendsMail();
  return <ProfileScreen choices={sendsMail && <MailPreferences />} />;
}
