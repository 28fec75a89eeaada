import type { ErasedClass, erasureCreate, erasurePreview, erasureCancel, ErasureView } from '@classwright/contract/overview/records/calls';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../base/api.ts';
import { dayOf, dayOn } from '../../../base/dates.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { numberText } from '../../../base/number-text.ts';
import { t } from '../../../base/t.ts';
import { useUser } from '../../../base/use-user.ts';
import { DeleteDialog } from '../../../ui/delete-dialog/DeleteDialog.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { Grid } from '../../../ui/plain/layout/layout.tsx';
import styles from './records.module.css';

type ErasureHold = NonNullable<Awaited<ReturnType<typeof api<typeof erasurePreview>>>['hold']>;

/** The days in which an erasure can be canceled (ERASURE_DAYS of the contract, whose file would bring all its schemas). */
const DAYS = 14;

/** Shows administrators what an erasure of a person deletes, with the erasure itself, and cancels one that waits. */
export function ErasureSection({ account }: { account: { id: number; name: string } }) {
  const { rights } = useUser();
  const [isOpen, setOpen] = useState(false);
  const [isCanceling, setCanceling] = useState(false);
  const loaded = useQuery({
    queryKey: ['erasure', account.id],
    queryFn: ({ signal }) => api<typeof erasurePreview>('GET', '/erasures/preview', { query: { account_id: account.id }, signal }),
  });
  const erase = async () => {
    showSnack((await api<typeof erasureCreate>('POST', '/erasures', { body: { account_id: account.id } })).message, { timeout: 10_000 });
    await loaded.refetch();
  };
  const cancel = async (id: number) => {
    setCanceling(true);
    try {
      showSnack((await api<typeof erasureCancel>('POST', '/erasures/:id/cancel', { params: { id } })).message);
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
    }
    await loaded.refetch();
    setCanceling(false);
  };
  const mayErase = rights.includes('privacy:delete');
  const open = loaded.data?.erasure ?? null;
  return (
    <Grid as="section" gap={16} items="start" bordered radius="lg" ground="surface" className={styles.section} aria-labelledby="erasure-title">
      <h2 id="erasure-title">{t('erasure.title', { name: account.name })}</h2>
      {loaded.error && !loaded.data ? (
        <LoadFailed error={loaded.error} onRetry={() => void loaded.refetch()} pending={loaded.isFetching} />
      ) : !loaded.data ? (
        <SkeletonText lines={4} />
      ) : open ? (
        <Waiting erasure={open} hold={loaded.data.hold} onCancel={mayErase ? () => void cancel(open.id) : null} pending={isCanceling} />
      ) : loaded.data.hold ? (
        <Held hold={loaded.data.hold} />
      ) : (
        <>
          <p>{t('erasure.about', { days: DAYS })}</p>
          <Classes classes={loaded.data.classes} />
          <p>{t('erasure.stays')}</p>
          {mayErase && (
            <Button variant="danger" onClick={() => setOpen(true)}>
              {t('erasure.confirm', { days: DAYS })}
            </Button>
          )}
        </>
      )}
      {isOpen && (
        <DeleteDialog
          title={t('erasure.title', { name: account.name })}
          confirmLabel={t('erasure.confirm', { days: DAYS })}
          pendingLabel={t('erasure.confirming')}
          onDelete={erase}
          onClose={() => setOpen(false)}
        >
          <p>{t('erasure.about', { days: DAYS })}</p>
        </DeleteDialog>
      )}
    </Grid>
  );
}

function Held({ hold: { reason, until, held_class } }: { hold: ErasureHold }) {
  const date = dayOn(until);
  return <Notice hue="amber">{held_class === null ? t('erasure.held', { date, reason }) : t('erasure.heldClass', { name: held_class, date, reason })}</Notice>;
}

function Waiting({ erasure, hold, onCancel, pending }: { erasure: ErasureView; hold: ErasureHold | null; onCancel: (() => void) | null; pending: boolean }) {
  if (erasure.state === 'erasing') return hold ? <Held hold={hold} /> : <Notice hue="amber">{t('erasure.runs')}</Notice>;
  const date = dayOf(erasure.due_at);
  return (
    <>
      {hold && <Held hold={hold} />}
      <Notice hue="amber">{erasure.asked_by === null ? t('erasure.waitsByTerm', { date }) : t('erasure.waits', { date, asker: erasure.asked_by })}</Notice>
      {onCancel && (
        <Button pending={pending} onClick={onCancel}>
          {pending ? t('erasure.canceling') : t('erasure.cancel')}
        </Button>
      )}
    </>
  );
}

function Classes({ classes }: { classes: readonly ErasedClass[] }) {
  return (
    <table className={styles.classes}>
      <thead>
        <tr>
          <th scope="col">{t('erasure.column.class')}</th>
          <th scope="col">{t('erasure.column.deleted')}</th>
          <th scope="col">{t('erasure.column.unnamed')}</th>
        </tr>
      </thead>
      <tbody>
        {classes.map((one) => (
          <tr key={one.class}>
            <th scope="row">{t(`erasure.class.${one.class}`)}</th>
            <td>{numberText(one.deleted)}</td>
            <td>{numberText(one.unnamed)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
