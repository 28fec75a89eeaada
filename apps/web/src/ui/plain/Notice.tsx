import type { ReactNode } from 'react';
import styles from './Notice.module.css';
import { classes } from './classes.ts';
import type { Hue } from '../../base/hue.ts';
import { hueClass } from './hues.ts';
import type { IconComponent } from './icon.tsx';
import { IconAlertTriangle } from './icons.ts';

/** A banner within a page. `assertive` announces it right away, for errors. */
export function Notice({
  hue = 'red',
  icon: Icon = IconAlertTriangle,
  assertive = hue === 'red',
  action,
  children,
}: {
  hue?: Hue;
  icon?: IconComponent;
  assertive?: boolean;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={classes(styles.notice, hueClass(hue))} role={assertive ? 'alert' : 'status'}>
      <Icon size={20} />
      <div className={styles.text}>{children}</div>
      {action}
    </div>
  );
}
