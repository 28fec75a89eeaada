import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Avatar } from '../../ui/plain/Avatar.tsx';
import { IconButton } from '../../ui/plain/IconButton.tsx';
import { IconChevronDown, IconMenu2 } from '../../ui/plain/icons.ts';
import { Logo } from '../../ui/plain/Logo.tsx';
import { Menu } from '../../ui/plain/Menu.tsx';
import { useDarkMode } from '../../base/color-mode.ts';
import { t } from '../../base/t.ts';
import { useChunk } from '../../base/use-chunk.ts';
import { useUser } from '../../base/use-user.ts';
import styles from './Shell.module.css';

export interface TopBarProps {
  /** The button that shows and hides the menu, or null when there is no drawer (students on phones). */
  drawer: { label: string; expanded: boolean; toggle: () => void } | null;
}

const loadTools = () => import('./BarTools.tsx');

export function TopBar({ drawer }: TopBarProps) {
  const tools = useChunk(loadTools);
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
      {tools ? <tools.BarTools /> : <span className={styles.grow} />}
      <AccountMenu />
    </header>
  );
}

const loadAccount = () => import('./account-menu.tsx');
const loadSettings = () => import('../../features/class/settings/index.ts');

/** The menu of the signed-in person, behind their name, and the colors of their school. The menu’s content loads after the page is drawn. */
function AccountMenu() {
  const { name, picture, school } = useUser();
  const navigate = useNavigate();
  const [isDark] = useDarkMode();
  const [opened, setOpened] = useState(false);
  const account = useChunk(loadAccount);
  const settings = useChunk(loadSettings, opened);
  return (
    <>
      <Menu
        label={t('shell.account', { name })}
        className={styles.account}
        button={
          <>
            <Avatar name={name} picture={picture} />
            <span className={styles.accountName}>{name}</span>
            <IconChevronDown size={18} />
          </>
        }
        header={account && <account.AccountHeader />}
        actions={account?.listAccountActions({ isDark, openProfile: () => void navigate({ to: '/profile' }), openSettings: () => setOpened(true) }) ?? []}
      />
      {settings && <settings.SettingsPanel opened={opened} onClose={() => setOpened(false)} />}
      {school?.colors && <link rel="stylesheet" href={school.colors} />}
    </>
  );
}
