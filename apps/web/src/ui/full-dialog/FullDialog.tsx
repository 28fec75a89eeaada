import { useId, type ReactNode } from 'react';
import { useModal } from '../plain/Dialog.tsx';
import { IconButton } from '../plain/IconButton.tsx';
import { IconX } from '../plain/icons.ts';
import { Snackbar } from '../plain/Snackbar.tsx';
import { t } from '../../base/t.ts';
import styles from './FullDialog.module.css';

export interface FullDialogProps {
  title: string;
  /** The title with rendered formulas. */
  heading?: ReactNode;
  /** An element next to the title: its state, what is kept of it. */
  aside?: ReactNode;
  /** Further actions. */
  actions?: ReactNode;
  /** The next step, at the end of the bar. */
  primary?: ReactNode;
  onClose: () => void;
  /** True to ignore Escape, because something is under way or another dialog is open. */
  locked?: boolean;
  /** True when the content is read only and can be scrolled by keys. */
  reading?: boolean;
  children: ReactNode;
}

/** A dialog in full screen: a bar with close, title and actions, and its content below. */
export function FullDialog({ title, heading, aside, actions, primary, onClose, locked = false, reading = false, children }: FullDialogProps) {
  const dialog = useModal({ onClose, locked, covers: true });
  const id = useId();
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={id}>
      <div className={styles.frame}>
        <header className={styles.bar}>
          <IconButton icon={IconX} label={t('common.close')} onClick={onClose} disabled={locked} data-close />
          <h2 id={id}>{heading ?? title}</h2>
          {aside && <div className={styles.aside}>{aside}</div>}
          {actions && <div className={styles.actions}>{actions}</div>}
          {primary && <div className={styles.primary}>{primary}</div>}
        </header>
        <div className={styles.body} {...(reading && { tabIndex: 0, 'data-autofocus': true })}>
          {children}
        </div>
      </div>
      <Snackbar />
    </dialog>
  );
}
