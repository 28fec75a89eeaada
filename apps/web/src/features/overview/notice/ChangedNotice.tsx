import type { noticeSee } from '@classwright/contract/overview/notice/calls';
import { useState } from 'react';
import { api } from '../../../base/api.ts';
import { refreshUser } from '../../../base/own-account.ts';
import { t } from '../../../base/t.ts';
import { useUser } from '../../../base/use-user.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { Dialog } from '../../../ui/plain/Dialog.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { Grid } from '../../../ui/plain/layout/layout.tsx';

/**
 * Asks a person once to read a version of the notice. Closing it asks again at the next opening of the program; pages
 * of a lesson are outside of the frame that shows it.
 */
export function ChangedNotice() {
  const { unseen_notice: number, school } = useUser();
  const [closed, setClosed] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [pending, setPending] = useState(false);
  if (number === undefined || number === closed) return null;
  const acknowledge = async () => {
    setPending(true);
    setError(null);
    try {
      await api<typeof noticeSee>('POST', '/notice/seen', { body: { number } });
      setClosed(number);
      await refreshUser();
    } catch (failure) {
      setError(failure);
    } finally {
      setPending(false);
    }
  };
  return (
    <Dialog
      opened
      width={500}
      persistent
      onClose={() => setClosed(number)}
      title={t('notice.changed')}
      footer={
        <Button variant="filled" pending={pending} data-autofocus onClick={() => void acknowledge()}>
          {t('notice.seen')}
        </Button>
      }
    >
      <Grid gap={12}>
        {error !== null && <Notice>{errorText(error)}</Notice>}
        <p>{t('notice.changedAbout')}</p>
        <a href={school ? `/privacy?school=${school.id}` : '/privacy'} target="_blank" rel="noreferrer">
          {t('notice.read')}
        </a>
      </Grid>
    </Dialog>
  );
}
