import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type ApiErrorCode, isApiError } from '../../base/api.ts';
import { showSnack } from '../../base/snackbar.ts';
import { Button } from '../plain/Button.tsx';
import { t } from '../../base/t.ts';
import styles from './DeleteDialog.module.css';
import { Dialog } from '../plain/Dialog.tsx';
import { errorText } from '../plain/error-text.ts';
import { Notice } from '../plain/Notice.tsx';
import { Box } from '../plain/layout/layout.tsx';

export interface DeleteDialogProps {
  title: string;
  /** The name of what is deleted. Null or left out if another text names it. */
  name?: ReactNode;
  /** The consequences of the deletion, as sentences. */
  children?: ReactNode;
  confirmLabel?: string;
  /** The button's label while it runs. The default is its own label. */
  pendingLabel?: string;
  cancelLabel?: string;
  /** Deletes it. The dialog closes afterwards. `isConfirmed` is true after the second question. */
  onDelete: (isConfirmed: boolean) => Promise<unknown> | unknown;
  onClose: () => void;
  /** True if a refusal closes the dialog, and its reason appears in red. By default the reason appears in the dialog. */
  closesOnRefusal?: boolean;
  /** The refusal that can be overruled: the dialog then shows its reason, and asks again. */
  again?: { code: ApiErrorCode; title?: string; confirmLabel?: string };
}

/**
 * Asks before something is deleted or removed: names it, says what follows, and puts the focus on Cancel. Every such
 * question uses this dialog.
 */
export function DeleteDialog(props: DeleteDialogProps) {
  const { name = null, children, onDelete, onClose, closesOnRefusal = false, again, cancelLabel = t('common.cancel') } = props;
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  /** The reason that the second question is about. */
  const [reason, setReason] = useState<string | null>(null);
  const isAgain = reason !== null;
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isAgain) cancel.current?.focus();
  }, [isAgain]);
  const title = (isAgain && again?.title) || props.title;
  const confirmLabel = (isAgain && again?.confirmLabel) || (props.confirmLabel ?? t('common.ok'));
  const remove = async () => {
    setPending(true);
    setError(null);
    try {
      await onDelete(isAgain);
      onClose();
    } catch (failure) {
      if (again && !isAgain && isApiError(failure, again.code)) setReason(errorText(failure));
      else if (closesOnRefusal) {
        showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
        onClose();
      } else setError(failure);
    } finally {
      setPending(false);
    }
  };
  return (
    <Dialog
      opened
      width={500}
      title={title}
      onClose={onClose}
      locked={pending}
      footer={
        <>
          <Button ref={cancel} onClick={onClose} disabled={pending} data-autofocus>
            {cancelLabel}
          </Button>
          <Button variant="danger" onClick={() => void remove()} pending={pending}>
            {pending ? (props.pendingLabel ?? confirmLabel) : confirmLabel}
          </Button>
        </>
      }
    >
      {error !== null && (
        <Box below={12}>
          <Notice>{errorText(error)}</Notice>
        </Box>
      )}
      {name !== null && (
        <p className={styles.named} dir="auto">
          {name}
        </p>
      )}
      {isAgain ? <Notice hue="amber">{reason}</Notice> : children}
    </Dialog>
  );
}
