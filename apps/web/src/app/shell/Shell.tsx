import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { classes } from '../../ui/plain/classes.ts';
import { Dialog } from '../../ui/plain/Dialog.tsx';
import { OldPageNotice } from '../../ui/plain/OldPageNotice.tsx';
import { getToken } from '../../base/session.ts';
import { t } from '../../base/t.ts';
import { useIsMobile, useIsNarrow } from '../../base/use-media.ts';
import { useChunk } from '../../base/use-chunk.ts';
import { isStudent, useUser } from '../../base/use-user.ts';
import { BottomBar } from './BottomBar.tsx';
import { IconWifiOff } from '../../ui/plain/icons.ts';
import { Notice } from '../../ui/plain/Notice.tsx';
import { Box } from '../../ui/plain/layout/layout.tsx';
import { timeOf } from '../../base/dates.ts';
import { connectionStore } from '../../base/realtime.ts';
import { useStore } from '../../base/use-store.ts';
import { choosePreferences, usePreferences } from '../../base/preferences.ts';
import { lookStyles, sidebarLook } from '../../ui/page-menu/sidebar-look.ts';
import styles from './Shell.module.css';
import { placeOf, useSections } from './sections.ts';
import { SidebarMenu } from './Sidebar.tsx';
import { SignedIn } from './SignedIn.tsx';
import { TopBar, type TopBarProps } from './TopBar.tsx';

/** The time to wait before a break is shown. Shorter ones do not matter. */
const PATIENCE_MS = 6000;

/** Shows that the connection is lost, once it has been for a while. */
function ConnectionBanner() {
  const { status, lastContactAt } = useStore(connectionStore);
  return status === 'offline' ? <Gone lastContactAt={lastContactAt} /> : null;
}

function Gone({ lastContactAt }: { lastContactAt: number | null }) {
  const [matters, setMatters] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setMatters(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!matters) return null;
  return (
    <Box below={16}>
      <Notice hue="amber" icon={IconWifiOff}>
        {lastContactAt === null ? t('shell.offlineFromStart') : t('shell.offline', { time: timeOf(new Date(lastContactAt)) })}
      </Notice>
    </Box>
  );
}

/**
 * The top bar, menu and page. The menu is a sidebar, below 960 px a sheet; on phones it is a bar at the bottom, for
 * staff with the sheet behind More.
 */
export function Shell({ children }: { children: ReactNode }) {
  const mobile = useIsMobile();
  const narrow = useIsNarrow();
  const student = isStudent(useUser());
  const [sheetAt, setSheetAt] = useState<string | null>(null);
  const { pathname } = useLocation();
  const { preferences } = usePreferences();
  const mini = preferences.mini_sidebar ?? false; // only this person chooses it, so it never jumps from page to page
  const look = sidebarLook(preferences);
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    // a new page begins at its top, also for the keyboard and the screen reader
    if (shown.current !== pathname) main.current?.focus({ preventScroll: true });
    shown.current = pathname;
  }, [pathname]);

  const sections = useSections();
  const place = placeOf(sections, pathname);
  const section = sections.find(({ key, pages }) => key === place.section && pages.length > 1);
  const hasTabs = mobile && (place.section === 'lessons' || place.section === 'insight');
  const tabs = useChunk(loadTabs, hasTabs);
  const kept = useChunk(loadOutbox);
  const withBar = student ? mobile : narrow;
  const bar = useChunk(loadStaffBar, withBar && !student);
  // opening another page closes the sheet
  const sheet = sheetAt === pathname;
  const closeSheet = () => setSheetAt(null);
  const more = { expanded: sheet, toggle: () => setSheetAt(sheet ? null : pathname) };
  const drawer: TopBarProps['drawer'] = withBar
    ? null
    : mobile
      ? { label: t('shell.menu'), ...more }
      : { label: mini ? t('shell.showMenu') : t('shell.hideMenu'), expanded: !mini, toggle: () => choosePreferences({ mini_sidebar: !mini }) };
  return (
    <div
      {...look}
      className={classes(look.className, styles.shell, student && styles.student, withBar && styles.withBar)}
      data-mini={(!mobile && mini) || undefined}
    >
      <a
        className={styles.skip}
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {t('shell.skip')}
      </a>
      {/* another token: everything that was asked for under the old one is asked for anew */}
      <SignedIn key={getToken()} />
      <TopBar drawer={drawer} />
      {!mobile && (
        <nav id="main-menu" className={classes(lookStyles.surface, styles.side)} aria-label={t('shell.mainMenu')}>
          <SidebarMenu mini={mini} />
        </nav>
      )}
      {mobile && !student && (
        <Dialog opened={sheet} onClose={closeSheet} title={t('shell.menu')} shape="sheet" width="var(--cw-sidebar)" className={lookStyles.sheet}>
          <nav id="main-menu" aria-label={t('shell.mainMenu')}>
            <SidebarMenu onNavigate={closeSheet} />
          </nav>
        </Dialog>
      )}
      <main ref={main} id="content" className={styles.main} tabIndex={-1}>
        {hasTabs && section && tabs && <tabs.SectionTabs section={section} place={place} />}
        <OldPageNotice words={t('shell.pageOld')} reload={t('shell.reload')} />
        <ConnectionBanner />
        {kept && <kept.Outbox />}
        {children}
      </main>
      {withBar && student && <BottomBar />}
      {bar && withBar && <bar.StaffBar more={more} />}
    </div>
  );
}

const loadTabs = () => import('./SectionTabs.tsx');
const loadOutbox = () => import('./Outbox.tsx');
const loadStaffBar = () => import('./StaffBar.tsx');
