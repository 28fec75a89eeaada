import { useQuery } from '@tanstack/react-query';
import { isApiError } from '../../../../base/api-error.ts';
import { useUser } from '../../../../base/use-user.ts';
import { AppLink } from '../../../../ui/plain/AppLink.tsx';
import { Button, buttonClasses } from '../../../../ui/plain/Button.tsx';
import { Dialog } from '../../../../ui/plain/Dialog.tsx';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { loadStatus, SYNC } from '../calls.ts';
import { ConnectButton } from '../connect/ConnectButton.tsx';
import { t } from '../../../../base/t.ts';

/** Explains why nothing can be synced yet and what to do, with a link if this person can do it. */
export function Explain({ error, onClose }: { error: unknown; onClose: () => void }) {
  const mayView = useUser().rights.includes('classroom-sync:view');
  const isOfConnection = !(isApiError(error) && error.code === 'SYNC_NOT_LINKED');
  const { data } = useQuery({ queryKey: [SYNC, 'status'], queryFn: ({ signal }) => loadStatus(signal), enabled: isOfConnection });
  return (
    <Dialog
      opened
      title={t('syncButton.explain')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.close')}</Button>
          {mayView && (
            <AppLink to={isOfConnection ? '/sync' : '/sync?tab=classes'} className={buttonClasses()}>
              {t('syncButton.toPage')}
            </AppLink>
          )}
          {data?.can_connect && data.standing !== 'ok' && <ConnectButton>{t('syncButton.connect')}</ConnectButton>}
        </>
      }
    >
      <p role="alert">{data?.explanation ?? errorText(error)}</p>
    </Dialog>
  );
}
