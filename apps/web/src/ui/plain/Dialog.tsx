import { useEffect, useId, useRef, type CSSProperties, type ReactNode, type RefObject } from 'react';
import { classes } from './classes.ts';
import styles from './Dialog.module.css';
import { IconButton } from './IconButton.tsx';
import { IconX } from './icons.ts';
import { Snackbar } from './Snackbar.tsx';
import { t } from '../../base/t.ts';
import { useEvent } from '../../base/use-event.ts';

export interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  /** The width in px (the live screens use 300 and 500), or as a CSS value. */
  width?: number | string;
  /**
   * `sheet` opens from the left edge with full height; `full` fills a phone; `form` does too, with a footer that stays
   * in view; `smallForm` has the footer without filling it; `screen` fills every screen.
   */
  shape?: 'box' | 'full' | 'form' | 'smallForm' | 'sheet' | 'screen';
  /** True to ignore Escape and clicks outside. */
  locked?: boolean;
  /** True to ignore clicks outside. Escape closes it. */
  persistent?: boolean;
  footer?: ReactNode;
  children?: ReactNode;
  className?: string | undefined;
}

/**
 * The frame of every dialog: the browser's own `<dialog>`, which traps the focus, hides the page from screen readers
 * and returns the focus. The focus goes to the element with `data-autofocus`, else to the first field, else to the
 * first button after Close.
 */
export function Dialog(props: DialogProps) {
  return props.opened ? <OpenDialog {...props} /> : null;
}

interface ModalOptions extends Pick<DialogProps, 'onClose' | 'locked' | 'persistent'> {
  /** True when it covers the whole page, or the edge with the scroll bar. */
  covers?: boolean;
}

/**
 * Handles an open dialog and returns the ref for its `<dialog>`. Escape and a click outside call `onClose`, unless it
 * is locked; if persistent, only Escape does.
 */
export function useModal({ onClose, locked = false, persistent = false, covers = false }: ModalOptions): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  const leave = useEvent((event: Event) => {
    // A dialog inside this one, and a click on its content, are not for this one.
    if (event.target !== dialog.current) return;
    // A late event of an earlier opening: in development React does everything twice.
    if (event.type === 'close' && dialog.current?.open) return;
    if (event.type === 'mousedown' && persistent) return;
    if (event.type === 'cancel') event.preventDefault();
    if (!locked) onClose();
    else if (event.type === 'close') dialog.current?.showModal();
  });
  useEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    const before = document.activeElement;
    if (!element.open) element.showModal();
    firstFocus(element)?.focus();
    const unlock = lockScroll(covers);
    // Escape; Escape if the browser insists; a click outside the dialog.
    for (const type of LEAVING) element.addEventListener(type, leave);
    return () => {
      for (const type of LEAVING) element.removeEventListener(type, leave);
      unlock();
      element.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [leave, covers]);
  return dialog;
}

function OpenDialog({ onClose, title, width = 500, shape = 'box', locked = false, persistent = false, footer, children, className }: DialogProps) {
  const dialog = useModal({ onClose, locked, persistent, covers: shape === 'screen' || (shape === 'sheet' && document.documentElement.dir === 'rtl') });
  const id = useId();
  return (
    <dialog
      ref={dialog}
      className={classes(styles.dialog, className)}
      data-shape={shape}
      style={{ '--dialog-width': typeof width === 'number' ? `${width}px` : width } as CSSProperties}
      aria-labelledby={id}
    >
      <div className={styles.content}>
        <div className={styles.head}>
          <h2 id={id}>{title}</h2>
          <IconButton icon={IconX} label={t('common.close')} onClick={onClose} disabled={locked} data-close />
        </div>
        {/* what is only read can be scrolled by keys */}
        <div className={styles.body} {...(shape === 'full' && { tabIndex: 0, 'data-autofocus': true })}>
          {children}
        </div>
        {footer && <div className={styles.foot}>{footer}</div>}
      </div>
      <Snackbar />
    </dialog>
  );
}

const LEAVING = ['cancel', 'close', 'mousedown'] as const;
const FIELDS = 'input:not([type="hidden"], :disabled), select:not(:disabled), textarea:not(:disabled), [contenteditable="true"]';

function firstFocus(dialog: HTMLElement): HTMLElement | null {
  return (
    dialog.querySelector<HTMLElement>('[data-autofocus]:not(:disabled)') ??
    dialog.querySelector<HTMLElement>(FIELDS) ??
    dialog.querySelector<HTMLElement>('a[href], button:not(:disabled, [data-close])') ??
    dialog.querySelector<HTMLElement>('[data-close]')
  );
}

let locks = 0;

/** Prevents the page behind a dialog from scrolling. */
function lockScroll(covers: boolean): () => void {
  locks += 1;
  const { classList, scrollHeight } = document.documentElement;
  if (locks === 1) classList.toggle('cw-gutter', !covers && scrollHeight > innerHeight);
  classList.add('cw-locked');
  return () => {
    locks -= 1;
    if (locks === 0) classList.remove('cw-locked', 'cw-gutter');
  };
}
