import type { ComponentPropsWithRef, ReactNode } from 'react';
import styles from './Button.module.css';
import { classes } from './classes.ts';
import type { IconComponent } from './icon.tsx';
import { IconLoader2 } from './icons.ts';

export interface ButtonLook {
  /** `filled` is the next step: one per view. */
  variant?: 'default' | 'filled' | 'light' | 'subtle' | 'link' | 'danger' | 'white';
  /** The heights are 30, 36 (staff), 44 (students) and 52 px (submit). */
  size?: 's' | 'm' | 'l' | 'xl';
  wide?: boolean;
}

const iconSize = { s: 16, m: 18, l: 20, xl: 20 } as const;
const sizes = { s: styles.s, m: undefined, l: styles.l, xl: styles.xl } as const;

/** Returns the classes of a button, for links that look like one. */
export function buttonClasses({ variant = 'default', size = 'm', wide }: ButtonLook = {}): string {
  return classes(styles.button, styles[variant], sizes[size], wide && styles.wide);
}

export interface ButtonProps extends ButtonLook, Omit<ComponentPropsWithRef<'button'>, 'children'> {
  icon?: IconComponent | undefined;
  iconAfter?: IconComponent | undefined;
  /** True while it works: it shows this and ignores presses, but keeps the focus. */
  pending?: boolean | undefined;
  children?: ReactNode;
}

export function Button({ variant, size = 'm', wide, icon, iconAfter: After, pending, className, children, onClick, type = 'button', ...rest }: ButtonProps) {
  const Icon = pending ? IconLoader2 : icon;
  return (
    <button
      {...rest}
      type={pending && type === 'submit' ? 'button' : type}
      className={classes(buttonClasses({ ...(variant && { variant }), size, ...(wide && { wide }) }), pending && styles.pending, className)}
      onClick={pending ? undefined : onClick}
      aria-busy={pending || undefined}
    >
      {Icon && <Icon size={iconSize[size]} className={pending ? styles.spin : undefined} />}
      {children}
      {After && <After size={iconSize[size]} />}
    </button>
  );
}
