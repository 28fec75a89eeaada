import { useLocation } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState, type PointerEvent } from 'react';
import { classes } from '../../ui/plain/classes.ts';
import { IconChevronDown } from '../../ui/plain/icons.ts';
import { Stack, Text } from '../../ui/plain/layout/layout.tsx';
import { keep, readKeptJson } from '../../base/storage.ts';
import { t } from '../../base/t.ts';
import { useChunk } from '../../base/use-chunk.ts';
import { useEvent } from '../../base/use-event.ts';
import { useUser } from '../../base/use-user.ts';
import { MenuLink } from '../../ui/page-menu/MenuLink.tsx';
import { type Place, placeOf, type Section, type SectionKey, type SectionPage, useSections } from './sections.ts';
import styles from './Sidebar.module.css';

/** The time for which the pointer must stay before a menu opens under it (document 1, section 9). */
const OPEN_MS = 200;
/** The time to get from a button to the menu next to it. */
const CLOSE_MS = 300;

/** Reports that a mouse stays over an element, and that it has left. A finger does neither: it presses. */
function useHover(onHover: (isOver: boolean) => void) {
  const hover = useEvent(onHover);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const wait = (isOver: boolean) => (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => hover(isOver), isOver ? OPEN_MS : CLOSE_MS);
  };
  // a press shows the intention: a pending wait must not open anything afterward
  return { onPointerEnter: wait(true), onPointerLeave: wait(false), onPointerDown: () => clearTimeout(timer.current) };
}

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
  if (mini)
    return (
      <Stack as="ul" gap={2} className={styles.mini}>
        {sections.map((one) => (
          <MiniSection key={one.key} section={one} place={place} />
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

type SectionProps = { section: Section; place: Place };

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

const loadFlyOut = () => import('./FlyOut.tsx');
/**
 * The open section, and whether only the pointer opened it: then it takes no focus, and closes when the pointer leaves.
 */
const SHUT: { at: string | null; byHover: boolean } = { at: null, byHover: false };

function MiniSection({ section, place }: SectionProps) {
  const { pathname } = useLocation();
  const [opening, setOpening] = useState(SHUT);
  const open = opening.at === pathname; // going somewhere closes it
  const button = useRef<HTMLButtonElement>(null);
  const flyOut = useChunk(loadFlyOut, open);
  const hover = useHover((isOver) => {
    if (isOver) setOpening((now) => (now.at === pathname ? now : { at: pathname, byHover: true }));
    else setOpening((now) => (now.byHover ? SHUT : now));
  });
  if (section.pages.length === 1)
    return (
      <li>
        <SectionLink section={section} place={place} title={section.label}>
          <span className="visually-hidden">{section.label}</span>
        </SectionLink>
      </li>
    );
  return (
    <li {...hover}>
      <button
        ref={button}
        type="button"
        className={styles.entry}
        aria-expanded={open}
        aria-current={section.key === place.section ? 'true' : undefined}
        title={section.label}
        onClick={() => setOpening(open && !opening.byHover ? SHUT : { at: pathname, byHover: false })}
      >
        <section.icon size={20} />
        <span className="visually-hidden">{section.label}</span>
      </button>
      {open && flyOut && (
        <flyOut.FlyOut section={section} current={place.page} button={button} takesFocus={!opening.byHover} onClose={() => setOpening(SHUT)} />
      )}
    </li>
  );
}
