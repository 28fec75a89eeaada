import { showSnack } from '../../../base/snackbar.ts';
import { IconCopy } from '../../../ui/feature-icons/icons.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { TextField } from '../../../ui/plain/Field.tsx';
import styles from './oneroster.module.css';
import { t } from '../../../base/t.ts';

/** A value to enter elsewhere, with a button that copies it. */
export function Copied({ label, value }: { label: string; value: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      showSnack(t('apiClients.copied'));
    } catch {
      showSnack(t('apiClients.copyFailed'), { color: 'red' });
    }
  };
  return (
    <div className={styles.copied}>
      <TextField label={label} value={value} readOnly dir="ltr" onFocus={({ target }) => target.select()} />
      <Button icon={IconCopy} aria-label={t('apiClients.copyOf', { what: label })} onClick={() => void copy()}>
        {t('apiClients.copy')}
      </Button>
    </div>
  );
}
