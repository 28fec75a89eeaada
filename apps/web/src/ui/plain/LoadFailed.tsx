import { Button } from './Button.tsx';
import { errorText } from './error-text.ts';
import styles from './LoadFailed.module.css';
import { IconReload, IconWifiOff } from './icons.ts';
import { t } from './words.ts';

/** What should stand here could not be loaded: why, in words, and a Retry. */
export function LoadFailed({ error, onRetry, pending }: { error: unknown; onRetry: () => void; pending?: boolean }) {
  return (
    <div className={styles.failed} role="alert">
      <IconWifiOff size={28} />
      <p>{errorText(error, t('common.loadFailed'))}</p>
      <Button icon={IconReload} onClick={onRetry} pending={pending}>
        {t('common.retry')}
      </Button>
    </div>
  );
}
