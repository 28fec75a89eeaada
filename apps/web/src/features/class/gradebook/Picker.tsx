import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useEvent } from '../../../base/use-event.ts';
import { classes } from '../../../ui/plain/classes.ts';
import { IconChevronDown } from '../../../ui/plain/icons.ts';
import { Stack, Text } from '../../../ui/plain/layout/layout.tsx';
import { usePopoverPosition } from '../../../ui/plain/use-popover-position.ts';
import styles from './gradebook.module.css';

const LEAVING = ['pointerdown', 'focusin', 'keydown'] as const;

/**
 * Shows a field with the current choice that opens a panel to change it. Escape, a click outside and leaving it by Tab
 * close it.
 */
export function Picker({ label, text, isSet, children }: { label: string; text: string; isSet: boolean; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const panel = usePopoverPosition(trigger, isOpen);
  const id = useId();
  const leave = useEvent((event: Event) => {
    if (event instanceof KeyboardEvent) {
      if (event.key !== 'Escape') return;
      setOpen(false);
      trigger.current?.focus();
    } else if (!root.current?.contains(event.target as Node)) setOpen(false);
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    panel.current?.querySelector<HTMLElement>('input')?.focus();
    for (const type of LEAVING) document.addEventListener(type, leave);
    return () => {
      for (const type of LEAVING) document.removeEventListener(type, leave);
    };
  }, [isOpen, leave, panel]);
  return (
    <Stack ref={root} gap={5} className={styles.picker}>
      <Text as="span" id={`${id}l`} size={12.5} weight={600} tone="dimmed">
        {label}
      </Text>
      <button
        ref={trigger}
        type="button"
        className={classes(styles.pick, isSet && styles.set)}
        aria-labelledby={`${id}l ${id}t`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}p` : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <span id={`${id}t`} dir="auto">
          {text}
        </span>
        <IconChevronDown size={18} />
      </button>
      {isOpen && (
        <Stack ref={panel} id={`${id}p`} role="dialog" aria-label={label} gap={4} bordered radius="lg" ground="raised" className={styles.panel}>
          {children}
        </Stack>
      )}
    </Stack>
  );
}
