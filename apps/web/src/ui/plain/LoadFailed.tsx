import { isApiError } from '../../base/api.ts';
import { Button, buttonClasses } from './Button.tsx';
import { errorText } from './error-text.ts';
import styles from './LoadFailed.module.css';
import { IconLock, IconReload, IconWifiOff } from './icons.ts';
import { t } from '../../base/t.ts';

/**
 * Shows why content could not be loaded, with a retry. If it does not exist or the person may not see it, a retry would
 * not help: it shows a lock and a link to Home.
 */
export function LoadFailed({
  error,
  onRetry,
  pending,
  otherwise = t('common.loadFailed'),
}: {
  error: unknown;
  onRetry: () => void;
  pending?: boolean;
  /** The text for an error without a message of its own. */
  otherwise?: string;
}) {
  const isRefused = isApiError(error) && (error.status === 403 || error.status === 404);
  const Icon = isRefused ? IconLock : IconWifiOff;
  return (
    <div className={styles.failed} role="alert">
      <Icon size={28} />
      <p>{errorText(error, otherwise)}</p>
      {!isRefused ? (
        <Button icon={IconReload} onClick={onRetry} pending={pending}>
          {t('common.retry')}
        </Button>
      ) : (
        location.pathname !== '/home' && (
          <a className={buttonClasses()} href="/home">
            {t('common.toHome')}
          </a>
        )
      )}
    </div>
  );
}
