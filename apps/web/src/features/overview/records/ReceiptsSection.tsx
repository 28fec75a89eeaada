import type { erasureList, ErasureView } from '@classwright/contract/overview/records/calls';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../../base/api.ts';
import { dayOf } from '../../../base/dates.ts';
import { numberText } from '../../../base/number-text.ts';
import { t } from '../../../base/t.ts';
import { useUser } from '../../../base/use-user.ts';
import { IconPrinter } from '../../../ui/feature-icons/icons.ts';
import { AppLink } from '../../../ui/plain/AppLink.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { Grid, Stack, Text } from '../../../ui/plain/layout/layout.tsx';
import { Paper } from '../../../ui/print/PrintHead.tsx';
import styles from './records.module.css';

/** Shows the latest erasures of the school. The receipt of one that is done can be read and printed, for a parent or a board. */
export function ReceiptsSection() {
  const { school } = useUser();
  const [printed, setPrinted] = useState<ErasureView | null>(null);
  const loaded = useQuery({
    queryKey: ['erasures'],
    queryFn: async ({ signal }) => (await api<typeof erasureList>('GET', '/erasures', { signal })).erasures,
  });
  useEffect(() => {
    if (printed) window.print();
  }, [printed]);
  return (
    <Grid as="section" gap={12} items="start" bordered radius="lg" ground="surface" className={styles.section} aria-labelledby="receipts-title">
      <h2 id="receipts-title">{t('erasures.title')}</h2>
      <p>{t('erasures.about')}</p>
      {loaded.error && !loaded.data ? (
        <LoadFailed error={loaded.error} onRetry={() => void loaded.refetch()} pending={loaded.isFetching} />
      ) : !loaded.data ? (
        <SkeletonText lines={3} />
      ) : loaded.data.length === 0 ? (
        <Text tone="dimmed" size={14}>
          {t('erasures.none')}
        </Text>
      ) : (
        <Grid as="ul" wide className={styles.copies}>
          {loaded.data.map((erasure) => (
            <li key={erasure.id}>
              <Stack shrinks gap={4}>
                {erasure.account_id === null || erasure.person === null ? (
                  <b>{erasure.number}</b>
                ) : (
                  <AppLink to={`/profile?account_id=${erasure.account_id}`}>{erasure.person}</AppLink>
                )}
                <Text as="span" size={14}>
                  {stateOf(erasure)}
                </Text>
              </Stack>
              {erasure.state === 'done' && (
                <>
                  <Button
                    variant="light"
                    icon={IconPrinter}
                    aria-label={t('erasures.printNamed', { number: erasure.number })}
                    onClick={() => setPrinted({ ...erasure })}
                  >
                    {t('erasures.print')}
                  </Button>
                  <details>
                    <summary>{t('erasures.receiptOf', { number: erasure.number })}</summary>
                    <Receipt erasure={erasure} />
                    <details>
                      <summary>{t('erasures.byTable')}</summary>
                      <Tables erasure={erasure} />
                    </details>
                  </details>
                </>
              )}
            </li>
          ))}
        </Grid>
      )}
      {printed && (
        <Paper>
          <h1>{t('erasures.receiptOf', { number: printed.number })}</h1>
          {school && <p dir="auto">{school.school_name}</p>}
          <p>{stateOf(printed)}</p>
          <Receipt erasure={printed} />
          <Tables erasure={printed} />
        </Paper>
      )}
    </Grid>
  );
}

function stateOf({ state, due_at, done_at }: ErasureView): string {
  if (state === 'done' && done_at !== null) return t('erasures.done', { date: dayOf(done_at) });
  return state === 'waiting' ? t('erasures.waiting', { date: dayOf(due_at) }) : t(state === 'canceled' ? 'erasures.canceled' : 'erasures.erasing');
}

const WHAT = ['deleted', 'emptied', 'numbered', 'unnamed', 'scrubbed'] as const;

/** The counts by class of data, the number of texts in which the name stays, and the hash. */
function Receipt({ erasure: { classes, named_in, receipt } }: { erasure: ErasureView }) {
  const byClass = classes.map((one) => [one.class === null ? t('erasures.otherTexts') : t(`erasure.class.${one.class}`), one.counts] as const);
  return (
    <Stack gap={8}>
      <Counts head={t('erasures.class')} rows={byClass} />
      {named_in.length > 0 && <Text size={14}>{t('erasures.named', { count: named_in.length })}</Text>}
      {receipt !== null && (
        <Text size={14} breaks>
          {t('erasures.hash', { hash: receipt })}
        </Text>
      )}
    </Stack>
  );
}

/** The counts by table of the database, for those who compare them. */
const Tables = ({ erasure: { counts } }: { erasure: ErasureView }) => (
  <Counts head={t('erasures.table')} rows={Object.entries(counts).toSorted(([one], [other]) => (one < other ? -1 : 1))} />
);

/** A table of counts, with the columns of which there are any. */
function Counts({ head, rows }: { head: string; rows: readonly (readonly [string, Record<string, number>])[] }) {
  const done = WHAT.filter((what) => rows.some(([, count]) => (count[what] ?? 0) > 0));
  return (
    <div className={styles.wide} tabIndex={0} role="group" aria-label={head}>
      <table className={styles.classes}>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {done.map((what) => (
              <th key={what} scope="col">
                {t(`erasures.${what}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, count]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {done.map((what) => (
                <td key={what}>{numberText(count[what] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
