import { useLocation } from '@tanstack/react-router';
import { useRef, useState, type RefObject } from 'react';
import { classes } from '../../ui/plain/classes.ts';
import { IconChevronDown } from '../../ui/plain/icons.ts';
import { useChunk } from '../../base/use-chunk.ts';
import { useUser } from '../../base/use-user.ts';
import { isAt, menuLines, type MenuItem, type MenuLine } from '../../ui/page-menu/menu.ts';
import { MenuLink } from '../../ui/page-menu/MenuLink.tsx';
import { usePageIcons } from './page-icons.ts';
import styles from './Sidebar.module.css';

type GroupLine = Extract<MenuLine, { kind: 'group' }>;

/** The menu of the signed-in person; `mini` shows one icon per entry and per group, whose entries fly out. */
export function SidebarMenu({ mini = false, onNavigate }: { mini?: boolean; onNavigate?: () => void }) {
  const lines = menuLines(useUser().menus);
  const Group = mini ? MiniGroup : WideGroup;
  return (
    <ul className={classes(styles.menu, mini && styles.mini)}>
      {lines.map((line) =>
        line.kind === 'item' ? (
          <Entry key={line.path} item={line} mini={mini} onNavigate={onNavigate} />
        ) : (
          <Group key={line.key} group={line} onNavigate={onNavigate} />
        ),
      )}
    </ul>
  );
}

type OnNavigate = { onNavigate: (() => void) | undefined };

export function Entry({ item, mini = false, nested = false, onNavigate }: { item: MenuItem; mini?: boolean; nested?: boolean } & OnNavigate) {
  const here = isAt(useLocation().pathname, item);
  const Icon = usePageIcons()[item.path] ?? item.icon;
  return (
    <li>
      <MenuLink
        to={item.path}
        className={classes(styles.entry, nested && styles.nested)}
        aria-current={here ? 'page' : undefined}
        title={mini ? item.label : undefined}
        onClick={onNavigate}
      >
        <Icon size={nested ? 18 : 20} />
        <span className={mini ? 'visually-hidden' : styles.label}>{item.label}</span>
      </MenuLink>
    </li>
  );
}

function WideGroup({ group, onNavigate }: { group: GroupLine } & OnNavigate) {
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
        <ul className={styles.menu}>
          {group.items.map((item) => (
            <Entry key={item.path} item={item} nested onNavigate={onNavigate} />
          ))}
        </ul>
      )}
    </li>
  );
}

const loadFlyOut = () => import('./FlyOut.tsx');

function MiniGroup({ group }: { group: GroupLine }) {
  const { pathname } = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  const open = openAt === pathname; // going somewhere closes it
  const button = useRef<HTMLButtonElement>(null);
  const flyOut = useChunk(loadFlyOut, open);
  const here = group.items.some((item) => isAt(pathname, item));
  return (
    <li>
      <button
        ref={button}
        type="button"
        className={styles.entry}
        aria-expanded={open}
        aria-current={here ? 'true' : undefined}
        title={group.label}
        onClick={() => setOpenAt(open ? null : pathname)}
      >
        <group.icon size={20} />
        <span className="visually-hidden">{group.label}</span>
      </button>
      {open && flyOut && <flyOut.FlyOut group={group} button={button} onClose={() => setOpenAt(null)} />}
    </li>
  );
}

export interface FlyOutProps {
  group: GroupLine;
  button: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}
