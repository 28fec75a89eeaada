import { useEffect, useId, useRef, useState } from 'react';
import { IconDots } from '../../ui/plain/icons.ts';
import { classes } from '../../ui/plain/classes.ts';
import { Stack } from '../../ui/plain/layout/layout.tsx';
import { useEvent } from '../../base/use-event.ts';
import { t } from '../../base/t.ts';
import bar from './BottomBar.module.css';
import { MenuLink } from '../../ui/page-menu/MenuLink.tsx';
import styles from './MoreEntries.module.css';
import type { Section } from './sections.ts';

/**
 * Shows the pages without a place in the bar by section, above its last button. Escape and a press elsewhere close it;
 * Escape returns the focus.
 */
export function MoreEntries({ sections, current }: { sections: readonly Section[]; current: string | null }) {
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const isHere = sections.some(({ pages }) => pages.some(({ path }) => path === current));
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
        <div id={id} className={styles.list}>
          {sections.map(({ key, label, pages }) => (
            <section key={key} aria-labelledby={`${id}${key}`}>
              <h2 id={`${id}${key}`} className={styles.title}>
                {label}
              </h2>
              <Stack as="ul">
                {pages.map((page) => (
                  <li key={page.path}>
                    <MenuLink to={page.path} className={styles.entry} aria-current={page.path === current ? 'page' : undefined} onClick={() => setOpen(false)}>
                      {page.label}
                    </MenuLink>
                  </li>
                ))}
              </Stack>
            </section>
          ))}
        </div>
      )}
    </div>
  );
}
