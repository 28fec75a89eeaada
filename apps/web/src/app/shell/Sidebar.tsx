import { useLocation } from '@tanstack/react-router';
import { useRef, useState, useEffect, type PointerEvent } from 'react';
import { classes } from '../../ui/plain/classes.ts';
import { IconChevronDown } from '../../ui/plain/icons.ts';
import { Stack } from '../../ui/plain/layout/layout.tsx';
import { useChunk } from '../../base/use-chunk.ts';
import { useEvent } from '../../base/use-event.ts';
import { useUser } from '../../base/use-user.ts';
import { isAt, type MenuGroupLine, menuLines } from '../../ui/page-menu/menu.ts';
import { Entry, type OnNavigate } from './Entry.tsx';
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

/** The menu of the signed-in person. `mini` shows one icon per entry and per group, whose entries fly out. */
export function SidebarMenu({ mini = false, onNavigate }: { mini?: boolean; onNavigate?: () => void }) {
  const lines = menuLines(useUser().menus);
  const Group = mini ? MiniGroup : WideGroup;
  return (
    <Stack as="ul" gap={2} className={classes(mini && styles.mini)}>
      {lines.map((line) =>
        line.kind === 'item' ? (
          <Entry key={line.path} item={line} mini={mini} onNavigate={onNavigate} />
        ) : (
          <Group key={line.key} group={line} onNavigate={onNavigate} />
        ),
      )}
    </Stack>
  );
}

function WideGroup({ group, onNavigate }: { group: MenuGroupLine } & OnNavigate) {
  const { pathname } = useLocation();
  const [open, setOpen] = useState(() => group.items.some((item) => isAt(pathname, item)));
  return (
    <li>
      <button type="button" className={styles.entry} aria-expanded={open} onClick={() => setOpen(!open)}>
        <group.icon size={20} />
        <span className={styles.label}>{group.label}</span>
        <IconChevronDown size={18} className={classes(styles.arrow, open && styles.turned)} />
      </button>
      {open && (
        <Stack as="ul" gap={2}>
          {group.items.map((item) => (
            <Entry key={item.path} item={item} nested onNavigate={onNavigate} />
          ))}
        </Stack>
      )}
    </li>
  );
}

const loadFlyOut = () => import('./FlyOut.tsx');
/**
 * The open group, and whether only the pointer opened it: then it takes no focus, and closes when the pointer leaves.
 */
const SHUT: { at: string | null; byHover: boolean } = { at: null, byHover: false };

function MiniGroup({ group }: { group: MenuGroupLine }) {
  const { pathname } = useLocation();
  const [opening, setOpening] = useState(SHUT);
  const open = opening.at === pathname; // going somewhere closes it
  const button = useRef<HTMLButtonElement>(null);
  const flyOut = useChunk(loadFlyOut, open);
  const here = group.items.some((item) => isAt(pathname, item));
  const hover = useHover((isOver) => {
    if (isOver) setOpening((now) => (now.at === pathname ? now : { at: pathname, byHover: true }));
    else setOpening((now) => (now.byHover ? SHUT : now));
  });
  return (
    <li {...hover}>
      <button
        ref={button}
        type="button"
        className={styles.entry}
        aria-expanded={open}
        aria-current={here ? 'true' : undefined}
        title={group.label}
        onClick={() => setOpening(open && !opening.byHover ? SHUT : { at: pathname, byHover: false })}
      >
        <group.icon size={20} />
        <span className="visually-hidden">{group.label}</span>
      </button>
      {open && flyOut && <flyOut.FlyOut group={group} button={button} takesFocus={!opening.byHover} onClose={() => setOpening(SHUT)} />}
    </li>
  );
}
