import { useEffect, useRef, useState, type ReactNode } from 'react';
import styles from './rich-text.module.css';

/** What may be wider than the page and then moves by itself: a stop of the Tab key only while there is something to move. */
export function Scrollable({ children }: { children: ReactNode }) {
  const host = useRef<HTMLDivElement>(null);
  const [moves, setMoves] = useState(false);
  useEffect(() => {
    const box = host.current;
    const inner = box?.firstElementChild;
    if (!box || !inner || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(() => setMoves(box.scrollWidth > box.clientWidth));
    observer.observe(box);
    observer.observe(inner);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={host} className={styles.scroll} {...(moves && { tabIndex: 0 })}>
      {children}
    </div>
  );
}
