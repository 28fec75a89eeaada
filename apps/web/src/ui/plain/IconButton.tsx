import type { ComponentPropsWithRef } from 'react';
import styles from './IconButton.module.css';
import { classes } from './classes.ts';
import type { IconComponent } from './icon.tsx';

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children' | 'aria-label'> {
  icon: IconComponent;
  /** What it does, for everybody who cannot see the icon; also its tooltip. */
  label: string;
  /** 30, 36 (staff) or 44 px (students). */
  size?: 's' | 'm' | 'l';
  bordered?: boolean;
  iconSize?: number;
}

/** A button that is an icon, never without a name. */
export function IconButton({
  icon: Icon,
  label,
  size = 'm',
  bordered,
  iconSize = size === 'l' ? 23 : size === 's' ? 17 : 20,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      className={classes(styles.button, size !== 'm' && styles[size], bordered && styles.bordered, className)}
    >
      <Icon size={iconSize} />
    </button>
  );
}
