import { fullName } from '../base/full-name.ts';
import { useSendsMail } from '../base/set-up.ts';
import { useUser } from '../base/use-user.ts';
import { ConsentsSection } from '../features/overview/consents/index.ts';
import { NoticeLink } from '../features/overview/notice/index.ts';
import { ReadingsSection } from '../features/overview/readings/index.ts';
import { CopySection, ErasureSection } from '../features/overview/records/index.ts';
import { OwnRequests } from '../features/overview/requests/index.ts';
import { GuardiansSection } from '../features/overview/guardians/index.ts';
import { ProfileScreen } from '../features/people/profile/index.ts';
import { MailPreferences } from '../features/school/notifications/index.ts';

/**
 * Shows a person's own profile, with the email settings if the school's server sends mail, and the copies of the data
 * that the school keeps about the person, and who looked at it. Administrators also find the erasure of other people here.
 */
export function ProfilePage() {
  const sendsMail = useSendsMail();
  const { rights } = useUser();
  return (
    <ProfileScreen
      choices={sendsMail && <MailPreferences />}
      records={(person) => {
        if (person === null)
          return (
            <>
              <GuardiansSection />
              <ConsentsSection />
              <NoticeLink />
              <CopySection />
              <OwnRequests />
              <ReadingsSection />
            </>
          );
        const account = { id: person.account_id, name: fullName(person) };
        return (
          <>
            {rights.includes('guardians:view') && <GuardiansSection account={account} />}
            {rights.includes('privacy:export') && <CopySection account={account} />}
            {rights.includes('privacy:view') && <ErasureSection account={account} />}
          </>
        );
      }}
    />
  );
}
