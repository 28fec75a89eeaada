import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { classes } from './classes.ts';
import type { IconComponent } from './icon.tsx';
import styles from './Menu.module.css';
import { useBeside } from './use-beside.ts';

export interface MenuAction {
  label: string;
  icon?: IconComponent;
  /** What else there is to know of it, below. */
  hint?: string;
  onSelect: () => void;
  /** Given: a switch, which keeps the menu open. */
  checked?: boolean;
}

/**
 * A button that opens a list of actions. Arrows, Home, End and first letters walk, Escape and Tab close, a press
 * outside closes; the focus returns to the button.
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
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const panel = useBeside(trigger, open);
  const id = useId();

  useEffect(() => {
    if (!open) return undefined;
    itemsIn(root.current)[0]?.focus();
    const onOutside = (event: Event) => !root.current?.contains(event.target as Node) && setOpen(false);
    document.addEventListener('pointerdown', onOutside);
    return () => document.removeEventListener('pointerdown', onOutside);
  }, [open]);

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
    const at = all.indexOf(document.activeElement as HTMLElement);
    const letter = event.key.length === 1 && event.key !== ' ' ? event.key.toLowerCase() : null;
    const named = letter ? all.findIndex((item, index) => index !== at && item.textContent?.trim().toLowerCase().startsWith(letter)) : -1;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key] ?? (named >= 0 ? named : undefined);
    if (to === undefined) return;
    event.preventDefault();
    all[(to + all.length) % all.length]?.focus();
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
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {button}
      </button>
      {open && (
        <div ref={panel} className={styles.dropdown}>
          {header && <div className={styles.header}>{header}</div>}
          <div id={id} role="menu" tabIndex={-1} aria-label={label} onKeyDown={onKeyDown}>
            {actions.map(({ label: words, hint, icon: Icon, onSelect, checked }) => (
              <button
                key={words}
                type="button"
                tabIndex={-1}
                className={styles.item}
                role={checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
                aria-checked={checked}
                aria-label={hint ? words : undefined}
                aria-description={hint}
                onClick={() => {
                  if (checked === undefined) close();
                  onSelect();
                }}
              >
                {Icon && <Icon size={18} />}
                <span className={styles.words}>
                  {words}
                  {hint && <small className={styles.hint}>{hint}</small>}
                </span>
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
