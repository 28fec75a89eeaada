import { useEffect, useId, useRef, useState } from 'react';
import type { BarItem } from './BarLinks.tsx';
import { IconDots } from '../../ui/plain/icons.ts';
import { classes } from '../../ui/plain/classes.ts';
import { useEvent } from '../../base/use-event.ts';
import { t } from '../../base/t.ts';
import bar from './BottomBar.module.css';
import { isAt } from '../../ui/page-menu/menu.ts';
import { MenuLink } from '../../ui/page-menu/MenuLink.tsx';
import styles from './MoreEntries.module.css';

/**
 * Shows the entries without a place in the bar, above its last button. Escape and a press elsewhere close it; Escape
 * returns the focus.
 */
export function MoreEntries({ items, pathname }: { items: readonly BarItem[]; pathname: string }) {
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const isHere = items.some((item) => isAt(pathname, item));
  const onPress = useEvent((event: Event) => {
    if (!place.current?.contains(event.target as Node)) setOpen(false);
  });
  const onKey = useEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    setOpen(false);
    button.current?.focus();
  });
  useEffect(() => {
    if (!open) return undefined;
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('keydown', onKey);
    };
  }, [open, onPress, onKey]);
  return (
    <div ref={place} className={styles.place}>
      <button
        ref={button}
        type="button"
        className={classes(bar.item, styles.button)}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        data-here={isHere || undefined}
        onClick={() => setOpen(!open)}
      >
        <span className={bar.icon}>
          <IconDots size={23} />
        </span>
        {t('menu.more')}
      </button>
      {open && (
        <ul id={id} className={styles.list}>
          {items.map((item) => (
            <li key={item.path}>
              <MenuLink to={item.path} className={styles.entry} aria-current={isAt(pathname, item) ? 'page' : undefined} onClick={() => setOpen(false)}>
                {item.icon && <item.icon size={22} />}
                {item.label}
              </MenuLink>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
