import type { ShellPreferences } from '@classwright/contract/people/profiles/shell-preferences';
import styles from './sidebar-look.module.css';

/** Returns the attributes and class that set the sidebar's appearance. The sidebar inside has the class `surface`. */
export function sidebarLook({ sidebar_color, sidebar_gradient, sidebar_image, sidebar_image_choice }: ShellPreferences) {
  return {
    className: styles.look,
    'data-color': sidebar_color,
    'data-gradient': sidebar_gradient || undefined,
    'data-image': sidebar_image ? sidebar_image_choice : undefined,
  };
}

export { styles as lookStyles };
