import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { classes } from '../../ui/plain/classes.ts';
import { getToken } from '../../base/session.ts';
import { t } from '../../base/t.ts';
import { useIsMobile, useIsNarrow } from '../../base/use-media.ts';
import { useChunk } from '../../base/use-chunk.ts';
import { isStudent, useUser } from '../../base/use-user.ts';
import { BottomBar } from './BottomBar.tsx';
import { choosePreferences, usePreferences } from '../../base/preferences.ts';
import { lookStyles, sidebarLook } from '../../ui/page-menu/sidebar-look.ts';
import styles from './Shell.module.css';
import { placeOf, useSections } from './sections.ts';
import { SidebarMenu } from './Sidebar.tsx';
import { TopBar, type TopBarProps } from './TopBar.tsx';

/**
 * The top bar, menu and page. The menu is a sidebar, below 960 px a sheet; on phones it is a bar at the bottom, for
 * staff with the sheet behind More.
 */
export function Shell({ children }: { children: ReactNode }) {
  const mobile = useIsMobile();
  const narrow = useIsNarrow();
  const user = useUser();
  const student = isStudent(user);
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
  const later = useChunk(loadLater);
  const changed = useChunk(loadNotice, user.unseen_notice !== undefined);
  const drawn = useChunk(loadSheet, mobile && !student);
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
      {/* another token: everything that was asked for under the old one is requested again */}
      {later && <later.SignedIn key={getToken()} />}
      <TopBar drawer={drawer} />
      {!mobile && (
        <nav id="main-menu" className={classes(lookStyles.surface, styles.side)} aria-label={t('shell.mainMenu')}>
          <SidebarMenu mini={mini} />
        </nav>
      )}
      {drawn && mobile && !student && <drawn.MenuSheet opened={sheet} onClose={closeSheet} />}
      <main ref={main} id="content" className={styles.main} tabIndex={-1}>
        {hasTabs && section && tabs && <tabs.SectionTabs section={section} place={place} />}
        {later && <later.OldPageNotice words={t('shell.pageOld')} reload={t('shell.reload')} />}
        {later && <later.ConnectionBanner />}
        {later && <later.Outbox />}
        {changed && <changed.ChangedNotice />}
        {children}
      </main>
      {withBar && student && <BottomBar />}
      {bar && withBar && <bar.StaffBar more={more} />}
    </div>
  );
}

const loadTabs = () => import('./SectionTabs.tsx');
const loadLater = () => import('./after-first-paint.ts');
const loadNotice = () => import('../../features/overview/notice/index.ts');
const loadSheet = () => import('./MenuSheet.tsx');
const loadStaffBar = () => import('./StaffBar.tsx');
