import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { classes } from './classes.ts';
import type { IconComponent } from './icon.tsx';
import styles from './Menu.module.css';
import { Text } from './layout/layout.tsx';
import { usePopoverPosition } from './use-popover-position.ts';
import { walkFocus } from './walk.ts';

export interface MenuAction {
  label: string;
  icon?: IconComponent | undefined;
  /** Further information, below the label. */
  hint?: string | undefined;
  onSelect: () => void;
  /** If set, the item is a switch, which keeps the menu open. */
  checked?: boolean;
  /** True when it cannot be chosen now; it stays in reach, so that its reason is read. */
  disabled?: boolean | undefined;
}

/**
 * A button that opens a list of actions, after the ARIA pattern "menu button": ArrowDown opens at the first, ArrowUp at
 * the last action; arrows, Home, End and first letters move; Escape closes and returns the focus to the button, Tab and
 * a click outside close.
 */
export function Menu({
  label,
  button,
  className,
  header,
  actions,
}: {
  label: string;
  button: ReactNode;
  className?: string | undefined;
  header?: ReactNode;
  actions: readonly MenuAction[];
}) {
  const [open, setOpen] = useState(false);
  const [opensAt, setOpensAt] = useState(0);
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const panel = usePopoverPosition(trigger, open);
  const id = useId();
  /** Actions that load late are not there when somebody opens the menu at once: the focus goes to them when they come. */
  const filled = actions.length > 0;

  useEffect(() => {
    if (!open) return undefined;
    itemsIn(root.current).at(opensAt)?.focus();
    const onOutside = (event: Event) => !root.current?.contains(event.target as Node) && setOpen(false);
    document.addEventListener('pointerdown', onOutside);
    return () => document.removeEventListener('pointerdown', onOutside);
  }, [open, opensAt, filled]);

  const close = () => {
    setOpen(false);
    trigger.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      return close();
    }
    if (event.key === 'Tab') return setOpen(false);
    const all = itemsIn(root.current);
    if (walkFocus(event, all, 'column') !== undefined || event.key.length > 1 || event.key === ' ') return;
    // The next item that begins with the letter, wrapping at the end.
    const after = all.indexOf(document.activeElement as HTMLElement) + 1;
    const letter = event.key.toLowerCase();
    [...all.slice(after), ...all.slice(0, after)].find((item) => item.textContent?.trim().toLowerCase().startsWith(letter))?.focus();
  };

  return (
    <div ref={root} className={styles.root}>
      <button
        ref={trigger}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => {
          setOpensAt(0);
          setOpen(!open);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpensAt(event.key === 'ArrowUp' ? -1 : 0);
          setOpen(true);
        }}
      >
        {button}
      </button>
      {open && (
        <div ref={panel} className={styles.dropdown}>
          {header && <div className={styles.header}>{header}</div>}
          <div id={id} role="menu" tabIndex={-1} aria-label={label} onKeyDown={onKeyDown}>
            {actions.map(({ label: words, hint, icon: Icon, onSelect, checked, disabled }) => (
              <button
                key={words}
                type="button"
                tabIndex={-1}
                className={styles.item}
                role={checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
                aria-checked={checked}
                aria-label={hint ? words : undefined}
                aria-description={hint}
                aria-disabled={disabled}
                onClick={() => {
                  if (disabled) return;
                  if (checked === undefined) close();
                  onSelect();
                }}
              >
                {Icon && <Icon size={18} />}
                <Text as="span" grow shrinks>
                  {words}
                  {hint && <small className={styles.hint}>{hint}</small>}
                </Text>
                {checked !== undefined && <span className={classes(styles.switch, checked && styles.on)} aria-hidden />}
              </button>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

const itemsIn = (root: HTMLElement | null): HTMLElement[] => [...(root?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
