import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react';
import { useUnsaved } from '../../base/unsaved.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import styles from './Form.module.css';
import { Dialog } from './Dialog.tsx';
import { focusFault } from './focus-fault.ts';
import { Button } from './Button.tsx';
import { t } from '../../base/t.ts';

/**
 * The minimum width from which a dialog fills a phone. Narrower ones fit unchanged, such as those of the live screens.
 */
const FILLS_FROM = 600;

export interface FormDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Saves. The dialog closes if it resolves to true, and stays with everything typed if it resolves to false. */
  onSubmit: () => Promise<boolean>;
  /** True when something was changed, so that closing asks first. */
  dirty?: boolean;
  submitLabel?: string;
  /** The button's label while it saves. */
  pendingLabel?: string;
  width?: number;
  /** A second button that saves and leaves the dialog open for the next one. */
  another?: { label: string; onSubmit: () => Promise<boolean> };
  /** True when nothing is left to do or lose. The only button then closes. */
  isDone?: boolean;
  /** The error of the whole form, as an `<ErrorNotice>`. */
  error?: ReactNode;
}

/**
 * A form in a dialog. Enter saves, Escape closes, the first field has the focus. After a failure the focus goes to the
 * first field with an error, marked by `aria-invalid` as in all fields of the kit.
 */
export function FormDialog({
  opened,
  onClose,
  title,
  children,
  onSubmit,
  dirty = false,
  submitLabel = t('common.save'),
  pendingLabel = t('common.saving'),
  width = 500,
  another,
  isDone = false,
  error,
}: FormDialogProps) {
  const [pending, setPending] = useState(false);
  const [asking, setAsking] = useState(false);
  const [failures, setFailures] = useState(0);
  const [rounds, setRounds] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (failures === 0) return;
    if (!focusFault(form.current)) form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus();
  }, [failures]);
  useEffect(() => {
    if (rounds > 0) form.current?.querySelector<HTMLElement>('input, textarea, select')?.focus();
  }, [rounds]);
  // While it saves, the screen itself may navigate.
  const letGo = useUnsaved(opened && dirty && !pending);
  const close = () => (dirty ? setAsking(true) : onClose());
  const run = async (save: () => Promise<boolean>, after: () => void) => {
    if (pending) return;
    setPending(true);
    try {
      if (await save()) after();
      else setFailures((count) => count + 1);
    } finally {
      setPending(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    void run(onSubmit, () => {
      letGo();
      onClose();
    });
  };
  /** Also from within a multi-line text, where Enter starts a line. */
  const keys = {
    onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
      if (event.defaultPrevented || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      event.currentTarget.requestSubmit();
    },
  };
  return (
    <>
      <Dialog opened={opened} onClose={close} title={title} width={width} shape={width < FILLS_FROM ? 'smallForm' : 'form'} locked={pending || asking}>
        <form ref={form} className={styles.form} {...keys} onSubmit={submit} noValidate>
          <div className={styles.formBody}>
            {error && <div className={styles.error}>{error}</div>}
            <fieldset className={styles.fields} disabled={pending}>
              {children}
            </fieldset>
          </div>
          <div className={styles.formFoot}>
            {!isDone && (
              <>
                <span className={styles.hint} aria-hidden>
                  <kbd data-plain>Enter</kbd>
                  <kbd data-text>Ctrl Enter</kbd> {t('dialog.saves')} <kbd>Esc</kbd> {t('dialog.closes')}
                </span>
                <Button onClick={close} disabled={pending}>
                  {t('common.cancel')}
                </Button>
              </>
            )}
            {another && (
              <Button disabled={pending} onClick={() => void run(another.onSubmit, () => setRounds((count) => count + 1))}>
                {another.label}
              </Button>
            )}
            <Button type="submit" variant="filled" pending={pending}>
              {pending ? pendingLabel : submitLabel}
            </Button>
          </div>
        </form>
      </Dialog>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={title}
        danger
        confirmLabel={t('dialog.discard')}
        cancelLabel={t('dialog.keepEditing')}
        onConfirm={() => {
          setAsking(false);
          letGo();
          onClose();
        }}
      >
        {t('dialog.unsaved')}
      </ConfirmDialog>
    </>
  );
}
