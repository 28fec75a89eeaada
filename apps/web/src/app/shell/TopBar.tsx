import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Avatar } from '../../ui/plain/Avatar.tsx';
import { IconButton } from '../../ui/plain/IconButton.tsx';
import { IconChevronDown, IconLogout, IconMenu2, IconMoon, IconSettings, IconUser } from '../../ui/plain/icons.ts';
import { Logo } from '../../ui/plain/Logo.tsx';
import { Menu } from '../../ui/plain/Menu.tsx';
import { useDarkMode } from '../../base/color-mode.ts';
import { logOut } from '../../base/own-account.ts';
import { t } from '../../base/t.ts';
import { useChunk } from '../../base/use-chunk.ts';
import { useUser } from '../../base/use-user.ts';
import { choosePreferences } from '../../base/preferences.ts';
import { useSections } from './sections.ts';
import styles from './Shell.module.css';

export interface TopBarProps {
  /** The button that shows and hides the menu, or null when there is no drawer (students on phones). */
  drawer: { label: string; expanded: boolean; toggle: () => void } | null;
}

const loadTools = () => import('./BarTools.tsx');

export function TopBar({ drawer }: TopBarProps) {
  const tools = useChunk(loadTools);
  const sections = useSections();
  return (
    <header className={styles.top}>
      {drawer && (
        <IconButton
          icon={IconMenu2}
          label={drawer.label}
          aria-expanded={drawer.expanded}
          aria-controls="main-menu"
          onClick={drawer.toggle}
          className={styles.toggle}
        />
      )}
      <Link to="/home" className={styles.brand} aria-label={t('shell.home')}>
        <Logo />
      </Link>
      <span className={styles.grow} data-before-search />
      {tools ? <tools.BarTools sections={sections} /> : <span className={styles.grow} />}
      <AccountMenu />
    </header>
  );
}

const loadSettings = () => import('../../features/class/settings/index.ts');

function AccountMenu() {
  const user = useUser();
  const navigate = useNavigate();
  const [dark] = useDarkMode();
  const [opened, setOpened] = useState(false);
  const settings = useChunk(loadSettings, opened);
  return (
    <>
      <Menu
        label={t('shell.account', { name: user.name })}
        className={styles.account}
        button={
          <>
            <Avatar name={user.name} picture={user.picture} />
            <span className={styles.accountName}>{user.name}</span>
            <IconChevronDown size={18} />
          </>
        }
        header={
          <div className={styles.who}>
            <b>{user.name}</b>
            <span>{user.email}</span>
            {user.school && <span>{user.school.school_name}</span>}
          </div>
        }
        actions={[
          { label: t('shell.profile'), icon: IconUser, onSelect: () => void navigate({ to: '/profile' }) },
          { label: t('shell.darkMode'), icon: IconMoon, checked: dark, onSelect: () => choosePreferences({ dark_mode: !dark }) },
          { label: t('shell.settings'), icon: IconSettings, onSelect: () => setOpened(true) },
          { label: t('shell.logOut'), icon: IconLogout, onSelect: logOut },
        ]}
      />
      {settings && <settings.SettingsPanel opened={opened} onClose={() => setOpened(false)} />}
    </>
  );
}
