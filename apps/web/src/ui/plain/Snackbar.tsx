import { useEffect, useRef, useState } from 'react';
import { closeSnack, showSnack, snackStore } from '../../base/snackbar.ts';
import { useStore } from '../../base/use-store.ts';
import { Button } from './Button.tsx';
import { classes } from './classes.ts';
import { errorText } from './error-text.ts';
import { hueClass } from './hues.ts';
import { IconAlertTriangle, IconCircleCheckFilled, IconInfoCircle } from './icons.ts';
import styles from './Snackbar.module.css';
import { t } from '../../base/t.ts';

/** The page's only snackbar. It has two permanent live regions: additions are announced, red ones right away. */
export function Snackbar() {
  const snack = useStore(snackStore);
  const [held, setHeld] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  /** The element that had the focus before. */
  const before = useRef<Element | null>(null);
  useEffect(() => {
    if (!snack || snack.timeout === 0 || held) return undefined;
    const timer = setTimeout(() => closeSnack(snack.id), snack.timeout);
    return () => clearTimeout(timer);
  }, [snack, held]);

  const end = (undo?: () => Promise<string>) => {
    setHeld(false);
    // The pressed button disappears, and the focus with it.
    if (place.current?.contains(document.activeElement) && before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    closeSnack(snack?.id);
    undo?.().then(
      (message) => showSnack(message),
      (error: unknown) => showSnack(errorText(error), { color: 'red', timeout: 10_000 }),
    );
  };
  const urgent = snack?.color === 'red';
  const Icon = urgent ? IconAlertTriangle : snack?.color === 'green' ? IconCircleCheckFilled : IconInfoCircle;
  const shown = snack && (
    <div
      key={snack.id}
      className={classes(styles.snack, hueClass(snack.color))}
      data-urgent={urgent || undefined}
      data-multiline={snack.multiline || undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
        setHeld(true);
      }}
      onBlur={() => setHeld(false)}
    >
      <Icon size={20} className={styles.icon} />
      <span className={styles.message}>{snack.message}</span>
      {snack.undo && (
        <Button size="s" onClick={() => end(snack.undo)}>
          {t('common.undo')}
        </Button>
      )}
      <Button variant="subtle" size="s" onClick={() => end()}>
        {t('common.close')}
      </Button>
    </div>
  );
  return (
    <div ref={place} className={styles.place}>
      <div role="status" aria-live="polite">
        {!urgent && shown}
      </div>
      <div role="alert" aria-live="assertive">
        {urgent && shown}
      </div>
    </div>
  );
}
