import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import type { IconComponent } from './icon.tsx';
import { classes } from './classes.ts';
import { IconButton } from './IconButton.tsx';
import styles from './Menu.module.css';
import { usePopoverPosition } from './use-popover-position.ts';
import { useEvent } from '../../base/use-event.ts';

/**
 * A button with an icon that opens a small panel below it, for content that is read or followed. Use a Menu for
 * choosing by arrow keys. Escape, a click outside and leaving it by Tab close it; Escape returns the focus to the
 * button.
 */
export function Popover({
  icon,
  label,
  children,
  className,
  panelClassName,
  badge,
}: {
  icon: IconComponent;
  label: string;
  children: ReactNode | ((close: () => void) => ReactNode);
  className?: string;
  panelClassName?: string | undefined;
  /** A short mark on the button, such as a number. The label explains it. */
  badge?: string | undefined;
}) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const panel = usePopoverPosition(trigger, open);
  const id = useId();
  const close = () => {
    setOpen(false);
    trigger.current?.focus();
  };
  const leave = useEvent((event: Event) => {
    if (event instanceof KeyboardEvent) return event.key === 'Escape' && close();
    return !root.current?.contains(event.target as Node) && setOpen(false);
  });
  useEffect(() => {
    if (!open) return undefined;
    panel.current?.focus();
    for (const type of LEAVING) document.addEventListener(type, leave);
    return () => {
      for (const type of LEAVING) document.removeEventListener(type, leave);
    };
  }, [open, leave, panel]);

  return (
    <div ref={root} className={styles.root}>
      <IconButton
        ref={trigger}
        icon={icon}
        label={label}
        className={className}
        data-badge={badge}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <div ref={panel} id={id} role="dialog" tabIndex={-1} aria-label={label} className={classes(styles.dropdown, panelClassName)}>
          {typeof children === 'function' ? children(close) : children}
        </div>
      )}
    </div>
  );
}

const LEAVING = ['pointerdown', 'focusin', 'keydown'] as const;
