import { SystemFields } from '../../../ui/connected/SystemCard.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { Dialog } from '../../../ui/plain/Dialog.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { showSnack } from '../../../base/snackbar.ts';
import { IconCopy } from '../../../ui/feature-icons/icons.ts';
import { TextField } from '../../../ui/plain/Field.tsx';
import styles from './oneroster.module.css';
import { t } from '../../../base/t.ts';

export interface Secret {
  name: string;
  clientId: string;
  secret: string;
}

/** Shows a secret once. Only the button closes the dialog, so that a stray click does not lose it. */
export function SecretDialog({
  secret: { name, clientId, secret },
  addresses,
  onClose,
}: {
  secret: Secret;
  addresses: { service: string; token: string };
  onClose: () => void;
}) {
  return (
    <Dialog
      opened
      locked
      width={620}
      title={t('apiClients.secretTitle', { name })}
      onClose={onClose}
      footer={
        <Button variant="filled" onClick={onClose}>
          {t('apiClients.done')}
        </Button>
      }
    >
      <SystemFields>
        <Notice hue="amber">{t('apiClients.secretOnce')}</Notice>
        <Copied label={t('apiClients.clientId')} value={clientId} />
        <Copied label={t('apiClients.secret')} value={secret} />
        <Copied label={t('apiClients.tokenUrl')} value={addresses.token} />
        <Copied label={t('apiClients.serviceUrl')} value={addresses.service} />
      </SystemFields>
    </Dialog>
  );
}

/** A value to enter elsewhere, with a button that copies it. */
function Copied({ label, value }: { label: string; value: string }) {
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
