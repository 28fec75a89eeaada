import type { ComponentPropsWithRef } from 'react';
import { iconButtonClasses } from './icon-button-classes.ts';
import type { IconComponent } from './icon.tsx';

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children' | 'aria-label'> {
  icon: IconComponent;
  /**
   * The action's name, for people who cannot see the icon. It is also the tooltip, unless `title` explains why the
   * button cannot be pressed.
   */
  label: string;
  /** The size: 30, 36 (staff) or 44 px (students). */
  size?: 's' | 'm' | 'l';
  bordered?: boolean;
  iconSize?: number;
}

/** A button with only an icon, never without a name. */
export function IconButton({
  icon: Icon,
  label,
  size = 'm',
  bordered,
  iconSize = size === 'l' ? 23 : size === 's' ? 17 : 20,
  className,
  title = label,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button {...rest} type={type} aria-label={label} title={title} className={iconButtonClasses({ size, bordered, className })}>
      <Icon size={iconSize} />
    </button>
  );
}
