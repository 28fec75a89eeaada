import { useLocation } from '@tanstack/react-router';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { useEvent } from '../../base/use-event.ts';
import { FlyOut } from './FlyOut.tsx';
import { MiniLink, type SectionProps } from './Sidebar.tsx';
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

/**
 * The open section, and whether only the pointer opened it: then it takes no focus, and closes when the pointer leaves.
 */
const SHUT: { at: string | null; byHover: boolean } = { at: null, byHover: false };

/** A section of the mini menu: its icon, whose pages fly out. */
export function MiniSection({ section, place }: SectionProps) {
  const { pathname } = useLocation();
  const [opening, setOpening] = useState(SHUT);
  const open = opening.at === pathname; // going somewhere closes it
  const button = useRef<HTMLButtonElement>(null);
  const hover = useHover((isOver) => {
    if (isOver) setOpening((now) => (now.at === pathname ? now : { at: pathname, byHover: true }));
    else setOpening((now) => (now.byHover ? SHUT : now));
  });
  if (section.pages.length === 1) return <MiniLink section={section} place={place} />;
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
      {open && <FlyOut section={section} current={place.page} button={button} takesFocus={!opening.byHover} onClose={() => setOpening(SHUT)} />}
    </li>
  );
}
