import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { classes } from '../../ui/plain/classes.ts';
import { IconChevronDown } from '../../ui/plain/icons.ts';
import { useUser } from '../use-user.ts';
import { isAt, menuLines, type MenuItem, type MenuLine } from './menu.ts';
import { MenuLink } from './MenuLink.tsx';
import styles from './Sidebar.module.css';

/** The menu of the signed-in person; `mini` shows icons only. */
export function SidebarMenu({ mini = false, onNavigate }: { mini?: boolean; onNavigate?: () => void }) {
  const lines = menuLines(useUser().menus);
  return (
    <ul className={classes(styles.menu, mini && styles.mini)}>
      {lines.map((line) =>
        line.kind === 'item' || mini ? (
          (line.kind === 'item' ? [line] : line.items).map((item) => <Entry key={item.path} item={item} mini={mini} onNavigate={onNavigate} />)
        ) : (
          <Group key={line.key} group={line} onNavigate={onNavigate} />
        ),
      )}
    </ul>
  );
}

type OnNavigate = { onNavigate: (() => void) | undefined };

function Entry({ item, mini = false, nested = false, onNavigate }: { item: MenuItem; mini?: boolean; nested?: boolean } & OnNavigate) {
  const here = isAt(useLocation().pathname, item);
  return (
    <li>
      <MenuLink
        to={item.path}
        className={classes(styles.entry, nested && styles.nested)}
        aria-current={here ? 'page' : undefined}
        title={mini ? item.label : undefined}
        onClick={onNavigate}
      >
        {!nested && <item.icon size={20} />}
        <span className={mini ? 'visually-hidden' : styles.label}>{item.label}</span>
      </MenuLink>
    </li>
  );
}

function Group({ group, onNavigate }: { group: Extract<MenuLine, { kind: 'group' }> } & OnNavigate) {
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
