import { useUser } from '../../../base/use-user.ts';
import { IconMail } from '../../../ui/plain/icons.ts';
import { HomeRow, HomeRows } from './HomeRow.tsx';
import { t } from '../../../base/t.ts';

/** Shows that someone is invited to classes, with a link to the invitations. */
export function Invitations({ count }: { count: number }) {
  const { rights } = useUser();
  if (count === 0 || !rights.includes('invitations:view')) return null;
  return (
    <HomeRows id="home-invitations" title={t('home.invitations', { count })}>
      <HomeRow to="/invitations" icon={IconMail} hue="violet" title={t('home.invitationsHint')} />
    </HomeRows>
  );
}
