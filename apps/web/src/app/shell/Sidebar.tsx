import { useLocation } from '@tanstack/react-router';
import { useEffect, useId, useState } from 'react';
import { classes } from '../../ui/plain/classes.ts';
import { IconChevronDown } from '../../ui/plain/icons.ts';
import { Stack, Text } from '../../ui/plain/layout/layout.tsx';
import { keep, readKeptJson } from '../../base/storage.ts';
import { t } from '../../base/t.ts';
import { useChunk } from '../../base/use-chunk.ts';
import { useUser } from '../../base/use-user.ts';
import { MenuLink } from '../../ui/page-menu/MenuLink.tsx';
import { type Place, placeOf, type Section, type SectionKey, type SectionPage, useSections } from './sections.ts';
import styles from './Sidebar.module.css';

type LastPages = Partial<Record<SectionKey, string>>;

const keyOf = (accountId: number): string => `cw.sections.${accountId}`;

/** Remembers on this device the page that a person opened last in a section. */
function keepLastPage(accountId: number, { section, page }: Place): void {
  if (section === null || page === null) return;
  const kept = readKeptJson<LastPages>('device', keyOf(accountId));
  if (kept?.[section] !== page) keep('device', keyOf(accountId), JSON.stringify({ ...kept, [section]: page }));
}

/**
 * Returns the page to which the line of a section leads: its first one from within the section and for Home, otherwise the
 * one that the person opened last.
 */
function pageToOpen(accountId: number, section: Section, isCurrent: boolean): string {
  const [first] = section.pages;
  const last = isCurrent || section.key === 'home' ? undefined : readKeptJson<LastPages>('device', keyOf(accountId))?.[section.key];
  return section.pages.find(({ path }) => path === last)?.path ?? first!.path;
}

const loadMini = () => import('./MiniSection.tsx');

type OnNavigate = { onNavigate?: (() => void) | undefined };

/**
 * The menu of the signed-in person: a line for each section, with the pages of the current one below it. `mini` shows an
 * icon for each section, whose pages fly out.
 */
export function SidebarMenu({ mini = false, onNavigate }: { mini?: boolean } & OnNavigate) {
  const { pathname } = useLocation();
  const { account_id } = useUser();
  const sections = useSections();
  const place = placeOf(sections, pathname);
  const { section, page } = place;
  useEffect(() => keepLastPage(account_id, { section, page }), [account_id, section, page]);
  const toggled = useToggled(section);
  // icons that are links until their pages can fly out
  const Mini = useChunk(loadMini, mini)?.MiniSection ?? MiniLink;
  if (mini)
    return (
      <Stack as="ul" gap={2} className={styles.mini}>
        {sections.map((one) => (
          <Mini key={one.key} section={one} place={place} />
        ))}
      </Stack>
    );
  return (
    <Stack as="ul" gap={2}>
      {sections.map((one) => (
        <WideSection
          key={one.key}
          section={one}
          place={place}
          isOpen={toggled.isOpen(one.key)}
          onToggle={() => toggled.toggle(one.key)}
          onNavigate={onNavigate}
        />
      ))}
    </Stack>
  );
}

/** Keeps which sections are open: the current one, and those that the person opened or closed since it became the current one. */
function useToggled(current: SectionKey | null) {
  const [kept, setKept] = useState<{ at: SectionKey | null; keys: readonly SectionKey[] }>({ at: current, keys: [] });
  const keys = kept.at === current ? kept.keys : [];
  return {
    isOpen: (key: SectionKey): boolean => (key === current) !== keys.includes(key),
    toggle: (key: SectionKey) => setKept({ at: current, keys: keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key] }),
  };
}

export type SectionProps = { section: Section; place: Place };

function WideSection({ section, place, isOpen, onToggle, onNavigate }: SectionProps & { isOpen: boolean; onToggle: () => void } & OnNavigate) {
  const id = useId();
  const hasPages = section.pages.length > 1;
  return (
    <li>
      <div className={styles.line} data-open={(hasPages && isOpen) || undefined}>
        <SectionLink section={section} place={place} onNavigate={onNavigate}>
          <Text as="span" grow shrinks breaks>
            {section.label}
          </Text>
        </SectionLink>
        {hasPages && (
          <button
            type="button"
            className={styles.chevron}
            aria-label={t('menu.pagesOf', { section: section.label })}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={onToggle}
          >
            <IconChevronDown size={18} className={classes(styles.arrow, isOpen && styles.turned)} />
          </button>
        )}
      </div>
      {hasPages && isOpen && (
        <Stack as="ul" id={id} className={styles.pages}>
          {section.pages.map((page) => (
            <PageEntry key={page.path} page={page} isHere={page.path === place.page} onNavigate={onNavigate} />
          ))}
        </Stack>
      )}
    </li>
  );
}

/** The link of a section, which leads to the page that the person opened last in it. */
function SectionLink({ section, place, title, onNavigate, children }: SectionProps & { title?: string; children: React.ReactNode } & OnNavigate) {
  const { account_id } = useUser();
  const isCurrent = section.key === place.section;
  return (
    <MenuLink
      to={pageToOpen(account_id, section, isCurrent)}
      className={styles.entry}
      aria-current={isCurrent ? (section.pages.length > 1 ? 'true' : 'page') : undefined}
      title={title}
      onClick={onNavigate}
    >
      <section.icon size={20} />
      {children}
    </MenuLink>
  );
}

/** A section of the mini menu as a link, without the pages that fly out. */
export function MiniLink({ section, place }: SectionProps) {
  return (
    <li>
      <SectionLink section={section} place={place} title={section.label}>
        <span className="visually-hidden">{section.label}</span>
      </SectionLink>
    </li>
  );
}

/** A page below its section. */
export function PageEntry({ page, isHere, onNavigate }: { page: SectionPage; isHere: boolean } & OnNavigate) {
  return (
    <li>
      <MenuLink to={page.path} className={classes(styles.entry, styles.nested)} aria-current={isHere ? 'page' : undefined} onClick={onNavigate}>
        <Text as="span" grow shrinks breaks>
          {page.label}
        </Text>
      </MenuLink>
    </li>
  );
}
