import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import { useEvent } from '../../base/use-event.ts';
import { isRightToLeft, walkFocus } from '../../ui/plain/walk.ts';
import type { Section } from './sections.ts';
import { PageEntry } from './Sidebar.tsx';
import styles from './FlyOut.module.css';

const GAP_PX = 6;

interface FlyOutProps {
  section: Section;
  /** The address of the current page. */
  current: string | null;
  button: RefObject<HTMLButtonElement | null>;
  /** False: opened by the pointer, so the focus is unchanged. */
  takesFocus: boolean;
  onClose: () => void;
}

/**
 * Shows the pages of a section next to the mini sidebar. Arrow keys move, Escape returns the focus, a press or a step
 * outside closes it.
 */
export function FlyOut({ section, current, button, takesFocus, onClose }: FlyOutProps) {
  const panel = useRef<HTMLDivElement>(null);
  const links = () => [...(panel.current?.querySelectorAll<HTMLElement>('a') ?? [])];
  useLayoutEffect(() => {
    const [place, from] = [panel.current, button.current?.getBoundingClientRect()];
    if (!place || !from) return;
    place.style.left = `${isRightToLeft(place) ? from.left - GAP_PX - place.offsetWidth : from.right + GAP_PX}px`;
    place.style.top = `${Math.max(8, Math.min(from.top, innerHeight - place.offsetHeight - 8))}px`;
    if (takesFocus) links()[0]?.focus();
    // the page behind it may scroll; the menu next to it would not
  }, [button, takesFocus]);
  const leave = useEvent((event: Event) => {
    const target = event.target as Node;
    if (!panel.current?.contains(target) && !button.current?.contains(target)) onClose();
  });
  useEffect(() => {
    for (const type of LEAVING) document.addEventListener(type, leave);
    return () => {
      for (const type of LEAVING) document.removeEventListener(type, leave);
    };
  }, [leave]);
  const keys = {
    onKeyDown(event: KeyboardEvent) {
      if (event.key === 'Escape') {
        event.stopPropagation();
        onClose();
        button.current?.focus();
      }
      walkFocus(event, links(), 'column');
    },
  };
  return (
    <div ref={panel} className={styles.panel} role="group" aria-label={section.label} {...keys}>
      <p className={styles.title} aria-hidden>
        {section.label}
      </p>
      <ul className={styles.list}>
        {section.pages.map((page) => (
          <PageEntry key={page.path} page={page} isHere={page.path === current} onNavigate={onClose} />
        ))}
      </ul>
    </div>
  );
}

const LEAVING = ['pointerdown', 'focusin'] as const;
