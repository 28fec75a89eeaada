import {
  type OwnRequest,
  type dataRequestCreate,
  type dataRequestOwn,
  type dataRequestWithdraw,
  REQUEST_KINDS,
  type RequestKind,
} from '@classwright/contract/overview/requests/calls';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../base/api.ts';
import { dayOn } from '../../../base/dates.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { t } from '../../../base/t.ts';
import { DeleteDialog } from '../../../ui/delete-dialog/DeleteDialog.tsx';
import { SelectField, TextArea, useSaving } from '../../../ui/form/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { FormDialog } from '../../../ui/plain/FormDialog.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { Grid, Stack, Text } from '../../../ui/plain/layout/layout.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import styles from './requests.module.css';
import { stateOf } from './words.ts';

/** Shows what one asked the school about one's own data, or about that of one's child, and asks it something. */
export function OwnRequests({ child }: { child?: { id: number; name: string } }) {
  const [isAsking, setAsking] = useState(false);
  const [leaving, setLeaving] = useState<OwnRequest | null>(null);
  const asked = child === undefined ? {} : { account_id: child.id };
  const loaded = useQuery({
    queryKey: ['data-requests', child?.id ?? 'own'],
    queryFn: ({ signal }) => api<typeof dataRequestOwn>('GET', '/data-requests/own', { query: asked, signal }),
  });
  const { data: known } = loaded;
  const withdraw = async ({ id }: OwnRequest) => {
    showSnack((await api<typeof dataRequestWithdraw>('POST', '/data-requests/:id/withdraw', { params: { id } })).message);
    await loaded.refetch();
  };
  return (
    <Grid as="section" gap={16} items="start" bordered radius="lg" ground="surface" className={styles.section} aria-labelledby="data-requests-title">
      <h2 id="data-requests-title">{child === undefined ? t('dataRequest.own.title') : t('dataRequest.own.titleOf', { name: child.name })}</h2>
      {loaded.error && !known ? (
        <LoadFailed error={loaded.error} onRetry={() => void loaded.refetch()} pending={loaded.isFetching} />
      ) : !known ? (
        <SkeletonText lines={2} />
      ) : (
        <>
          <p>{t('dataRequest.own.about', { count: known.days })}</p>
          {known.requests.length === 0 ? (
            <Text tone="dimmed" size={14}>
              {t('dataRequest.own.none')}
            </Text>
          ) : (
            <Grid as="ul" wide className={styles.list}>
              {known.requests.map((request) => (
                <li key={request.id}>
                  <Stack shrinks gap={4}>
                    <b>{t(`dataRequest.kind.${request.kind}`)}</b>
                    <Text as="span" className={styles.words} dir="auto">
                      {request.words}
                    </Text>
                    <Text as="span" size={14} tone="dimmed">
                      {t('dataRequest.own.askedOn', { date: dayOn(request.asked_on) })}
                    </Text>
                    <Text as="span" size={14}>
                      {request.state === 'open' ? t('dataRequest.dueOn', { date: dayOn(request.due_on) }) : stateOf(request)}
                    </Text>
                    {request.state !== 'withdrawn' && request.state !== 'open' && request.answer !== '' && (
                      <Text as="span" className={styles.words} dir="auto">
                        {t('dataRequest.own.answer', { answer: request.answer })}
                      </Text>
                    )}
                  </Stack>
                  {request.state === 'open' && (
                    <Button
                      variant="light"
                      aria-label={t('dataRequest.own.withdrawNamed', { kind: t(`dataRequest.kind.${request.kind}`) })}
                      onClick={() => setLeaving(request)}
                    >
                      {t('dataRequest.own.withdraw')}
                    </Button>
                  )}
                </li>
              ))}
            </Grid>
          )}
          <Button onClick={() => setAsking(true)}>{t('dataRequest.own.ask')}</Button>
        </>
      )}
      {isAsking && <AskDialog asked={asked} onAsked={() => void loaded.refetch()} onClose={() => setAsking(false)} />}
      {leaving && (
        <DeleteDialog
          title={t('dataRequest.own.withdrawNamed', { kind: t(`dataRequest.kind.${leaving.kind}`) })}
          confirmLabel={t('dataRequest.own.withdraw')}
          pendingLabel={t('dataRequest.own.withdrawing')}
          onDelete={() => withdraw(leaving)}
          onClose={() => setLeaving(null)}
        >
          <p>{t('dataRequest.own.withdrawAbout')}</p>
        </DeleteDialog>
      )}
    </Grid>
  );
}

function AskDialog({ asked, onAsked, onClose }: { asked: { account_id?: number }; onAsked: () => void; onClose: () => void }) {
  const [kind, setKind] = useState<RequestKind>('correction');
  const [words, setWords] = useState('');
  const { faults, problem, save } = useSaving();
  const submit = async (): Promise<boolean> => {
    const saved = await save(() => api<typeof dataRequestCreate>('POST', '/data-requests', { body: { ...asked, kind, words } }));
    if (saved) onAsked();
    return saved !== null;
  };
  return (
    <FormDialog
      opened
      title={t('dataRequest.own.ask')}
      onClose={onClose}
      onSubmit={submit}
      dirty={words !== ''}
      submitLabel={t('dataRequest.own.ask')}
      pendingLabel={t('dataRequest.own.asking')}
      error={problem !== null && <Notice assertive>{errorText(problem)}</Notice>}
    >
      <SelectField
        label={t('dataRequest.field.kind')}
        value={kind}
        error={faults.kind?.join(' ')}
        onChange={({ target }) => setKind(REQUEST_KINDS.find((one) => one === target.value) ?? kind)}
        options={REQUEST_KINDS.map((one) => ({ value: one, label: t(`dataRequest.own.choose.${one}`) }))}
      />
      <TextArea label={t('dataRequest.field.words')} rows={5} value={words} error={faults.words?.join(' ')} onChange={({ target }) => setWords(target.value)} />
    </FormDialog>
  );
}
