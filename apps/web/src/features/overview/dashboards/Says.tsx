import { useEffect, useId, useRef, useState } from 'react';
import { IconButton } from '../../../ui/plain/IconButton.tsx';
import { IconInfoCircle } from '../../../ui/plain/icons.ts';
import { usePopoverPosition } from '../../../ui/plain/use-popover-position.ts';
import styles from './dashboards.module.css';
import { t } from '../../../base/t.ts';

/** Shows the meaning of a figure and its filters: on hover, on focus, and on a press; Escape closes it. */
export function Says({ figure, says, filters }: { figure: string; says: string; filters: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const panel = usePopoverPosition(button, isOpen);
  const id = useId();
  // Escape closes it regardless of the focus, without moving the pointer
  useEffect(() => {
    if (!isOpen) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      setOpen(false);
    };
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, [isOpen]);
  return (
    <span role="presentation" className={styles.says} onPointerEnter={() => setOpen(true)} onPointerLeave={() => setOpen(false)}>
      <IconButton
        ref={button}
        size="s"
        icon={IconInfoCircle}
        label={t('dashboards.says', { figure })}
        title=""
        aria-describedby={isOpen ? id : undefined}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <div ref={panel} id={id} role="tooltip" className={styles.tooltip} dir="auto">
          <p>{says}</p>
          <p className={styles.quiet}>{filters.length === 0 ? t('dashboards.unfiltered') : t('dashboards.filteredBy', { filters: filters.join(' · ') })}</p>
        </div>
      )}
    </span>
  );
}
