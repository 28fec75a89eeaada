import { logOut } from '../../base/own-account.ts';
import { choosePreferences } from '../../base/preferences.ts';
import { t } from '../../base/t.ts';
import { useUser } from '../../base/use-user.ts';
import { IconLogout, IconMoon, IconSettings, IconUser } from '../../ui/plain/icons.ts';
import type { MenuAction } from '../../ui/plain/Menu.tsx';
import styles from './Shell.module.css';

/** The name, email and school of the signed-in person. */
export function AccountHeader() {
  const { name, email, school } = useUser();
  return (
    <div className={styles.who}>
      <b>{name}</b>
      <span>{email}</span>
      {school && <span>{school.school_name}</span>}
    </div>
  );
}

interface Opens {
  isDark: boolean;
  openProfile: () => void;
  openSettings: () => void;
}

/** Returns the actions of the account menu. */
export const listAccountActions = ({ isDark, openProfile, openSettings }: Opens): MenuAction[] => [
  { label: t('shell.profile'), icon: IconUser, onSelect: openProfile },
  { label: t('shell.darkMode'), icon: IconMoon, checked: isDark, onSelect: () => choosePreferences({ dark_mode: !isDark }) },
  { label: t('shell.settings'), icon: IconSettings, onSelect: openSettings },
  { label: t('shell.logOut'), icon: IconLogout, onSelect: logOut },
];
