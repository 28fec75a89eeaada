import { useState, type ReactNode } from 'react';
import styles from './Form.module.css';
import { Dialog } from './Dialog.tsx';
import { errorText } from './error-text.ts';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';

export interface ConfirmDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** The effect and its object. */
  children?: ReactNode;
  /** Runs the action. The dialog waits for it; if it rejects, the dialog stays and shows the reason. */
  onConfirm: () => Promise<unknown> | unknown;
  /** The action in words: "Start Form - 2" rather than "Yes". */
  confirmLabel: string;
  /** The button's label while it runs. The default is its own label. */
  pendingLabel?: string;
  cancelLabel: string;
  /** For actions that cannot be undone: red text instead of the filled button, and the focus on Cancel. */
  danger?: boolean;
  width?: 300 | 500;
}

/** Asks before an action: Enter confirms, Escape closes, the focus returns to its earlier place. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return props.opened ? <Question {...props} /> : null;
}

function Question({
  onClose,
  title,
  children,
  onConfirm,
  confirmLabel,
  pendingLabel = confirmLabel,
  cancelLabel,
  danger = false,
  width = 300,
}: ConfirmDialogProps) {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const confirm = async () => {
    setPending(true);
    setError(null);
    try {
      await onConfirm();
      onClose();
    } catch (failure) {
      setError(failure);
    } finally {
      setPending(false);
    }
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      width={width}
      locked={pending}
      footer={
        <>
          <Button onClick={onClose} disabled={pending} data-autofocus={danger || undefined}>
            {cancelLabel}
          </Button>
          <Button variant={danger ? 'danger' : 'filled'} onClick={() => void confirm()} pending={pending} data-autofocus={!danger || undefined}>
            {pending ? pendingLabel : confirmLabel}
          </Button>
        </>
      }
    >
      {error !== null && (
        <div className={styles.error}>
          <Notice>{errorText(error)}</Notice>
        </div>
      )}
      {children}
    </Dialog>
  );
}
