import { useState } from 'react';
import { dayOf } from '../../../base/dates.ts';
import { configStore } from '../../../base/config.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { useStore } from '../../../base/use-store.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { Dialog } from '../../../ui/plain/Dialog.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { TextField } from '../../../ui/plain/Field.tsx';
import { IconCircleCheck, IconMail } from '../../../ui/plain/icons.ts';
import { IconCopy, IconLink } from '../../../ui/feature-icons/icons.ts';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { Grid } from '../../../ui/plain/layout/layout.tsx';
import { EndFactors } from '../factors/index.ts';
import styles from './accounts.module.css';
import { makeLink, revokeLinks } from './calls.ts';
import { t } from '../../../base/t.ts';
import { useAccountName } from './use-accounts.ts';

interface Made {
  url: string | null;
  expires_at?: string | null;
  message: string;
}

/** Shows a link with which a person chooses a password: shown once, or mailed if the school's server sends mail. */
export function LinkDialog({ id, name: known, onClose }: { id: number; name: string | null; onClose: () => void }) {
  const name = useAccountName(id, known);
  const config = useStore(configStore);
  const [pending, setPending] = useState(false);
  const [made, setMade] = useState<Made | null>(null);
  const [error, setError] = useState<unknown>(null);
  const run = async (work: () => Promise<Made>) => {
    setPending(true);
    setError(null);
    try {
      setMade(await work());
    } catch (failure) {
      setError(failure);
    } finally {
      setPending(false);
    }
  };
  const copy = async (url: string) => {
    try {
      await navigator.clipboard.writeText(url);
      showSnack(t('link.copied'));
    } catch {
      showSnack(t('link.notCopied'), { color: 'red' });
    }
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('link.title', { name })}
      width={600}
      locked={pending}
      footer={
        <>
          <Button variant="subtle" disabled={pending} onClick={() => void run(async () => ({ url: null, message: await revokeLinks(id) }))}>
            {t('link.revoke')}
          </Button>
          {config?.sign_in?.mail && (
            <Button icon={IconMail} disabled={pending} onClick={() => void run(() => makeLink(id, true))}>
              {t('link.mail')}
            </Button>
          )}
          {/* another one would end the one that stands there: what is next is to copy it */}
          <Button variant={made?.url ? 'default' : 'filled'} icon={IconLink} pending={pending} onClick={() => void run(() => makeLink(id, false))}>
            {t(made?.url ? 'link.makeAnother' : 'link.make')}
          </Button>
        </>
      }
    >
      <p>{t('link.about', { name })}</p>
      {error !== null && <Notice>{errorText(error)}</Notice>}
      {made && (
        <Grid gap={12} above={12}>
          <Notice hue="green" icon={IconCircleCheck}>
            {made.url !== null && made.expires_at ? t('link.made', { name, date: dayOf(made.expires_at) }) : made.message}
          </Notice>
          {made.url && (
            <Grid as="span" gap={8} align="end" className={styles.copyLine}>
              <TextField label={t('link.address')} value={made.url} readOnly onFocus={(event) => event.target.select()} />
              <Button variant="filled" icon={IconCopy} onClick={() => void copy(made.url as string)}>
                {t('link.copy')}
              </Button>
            </Grid>
          )}
        </Grid>
      )}
      <EndFactors id={id} name={name} />
    </Dialog>
  );
}
