import { useEffect, useRef, type ReactNode } from 'react';
import styles from './rich-text.module.css';

/**
 * A container for content that may be wider than the page and then scrolls separately. It is a stop of the Tab key only
 * while there is something to scroll, from the same frame on, not one React render later.
 */
export function Scrollable({ children }: { children: ReactNode }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = host.current;
    const inner = box?.firstElementChild;
    if (!box || !inner || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(() => {
      if (box.scrollWidth > box.clientWidth) box.setAttribute('tabindex', '0');
      else box.removeAttribute('tabindex');
    });
    observer.observe(box);
    observer.observe(inner);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={host} className={styles.scroll}>
      {children}
    </div>
  );
}
