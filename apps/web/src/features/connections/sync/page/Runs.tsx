import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { momentOf } from '../../../../base/dates.ts';
import { usePageSearch } from '../../../../base/use-page-search.ts';
import { useUser } from '../../../../base/use-user.ts';
import { type Column, DataTable } from '../../../../ui/data-table/index.ts';
import { AppLink } from '../../../../ui/plain/AppLink.tsx';
import { Button, buttonClasses } from '../../../../ui/plain/Button.tsx';
import { Chip } from '../../../../ui/plain/Chip.tsx';
import { EmptyState } from '../../../../ui/plain/EmptyState.tsx';
import { IconAlertTriangle } from '../../../../ui/plain/icons.ts';
import { listRuns, type Run, SYNC } from '../calls.ts';
import { useRunActs } from '../run/use-run-acts.tsx';
import { computePollDelay } from '../run-state.ts';
import { countText, nameOf, RunChip, waitText } from '../RunWords.tsx';
import { parseSyncSearch } from '../search.ts';
import { t } from '../../../../base/t.ts';
import styles from './page.module.css';

/** Lists runs, newest first. Those under way are updated while the list is open. */
export function Runs() {
  const { search, replace } = usePageSearch(parseSyncSearch);
  const mayRun = useUser().rights.includes('classroom-sync:run');
  const { page = 1, class: courseId } = search;
  const runs = useQuery({
    queryKey: [SYNC, 'runs', page, courseId],
    queryFn: ({ signal }) => listRuns({ page, ...(courseId !== undefined && { course_id: courseId }) }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => soonest(state.data?.data.map(computePollDelay) ?? []),
  });
  const acts = useRunActs();
  const columns: Column<Run>[] = [
    {
      key: 'what',
      header: t('syncRun.what'),
      heading: true,
      cell: (run) => (
        <span className={styles.stack}>
          <span dir="auto">{nameOf(run)}</span>
          <small>{t(`syncRun.mode.${run.mode}`)}</small>
        </span>
      ),
    },
    {
      key: 'state',
      header: t('syncRun.state'),
      card: 'bare',
      cell: (run) => (
        <span className={styles.stack}>
          <RunChip status={run.status} />
          {says(run) !== null && <small>{says(run)}</small>}
        </span>
      ),
    },
    {
      key: 'counts',
      header: t('syncRun.counts'),
      card: 'bare',
      cell: (run) => (
        <span className={styles.stack}>
          {run.counts.ended > 0 && run.mode !== 'preview' && (
            <Chip hue="amber" icon={IconAlertTriangle}>
              {t('syncRun.count.ended', { count: run.counts.ended })}
            </Chip>
          )}
          <span>{countText(run, { withoutEnded: run.mode !== 'preview' })}</span>
        </span>
      ),
    },
    {
      key: 'begun',
      header: t('syncRun.begun'),
      card: 'bare',
      cell: ({ created_at, by }) => (
        <span className={styles.stack}>
          <time dateTime={created_at}>{momentOf(created_at)}</time>
          {by !== null && <small dir="auto">{t('syncRun.by', { name: by })}</small>}
        </span>
      ),
    },
    ...(mayRun
      ? [
          {
            key: 'actions',
            header: t('syncPage.actions'),
            align: 'end' as const,
            card: 'bare' as const,
            cell: (run: Run) => (
              <span className={styles.actions}>
                {run.can_cancel && (
                  <Button size="s" disabled={acts.isBusy} aria-label={t('syncRun.cancelOf', { name: nameOf(run) })} onClick={() => acts.cancel(run)}>
                    {t('common.cancel')}
                  </Button>
                )}
                {run.can_undo && (
                  <Button size="s" disabled={acts.isBusy} aria-label={t('syncRun.undoOf', { name: nameOf(run) })} onClick={() => acts.undo(run)}>
                    {t('syncRun.undo')}
                  </Button>
                )}
              </span>
            ),
          },
        ]
      : []),
  ];
  return (
    <>
      <DataTable
        caption={t('syncPage.part.runs')}
        rowKey={({ id }) => id}
        list={runs}
        state={{ page }}
        onState={(state) => replace((before) => ({ ...before, page: state.page ?? 1 }))}
        withoutSearch
        renderOpen={({ id }, words, className) => (
          <Link to={`/sync-run/${id}` as '/home'} className={className}>
            {words}
          </Link>
        )}
        columns={columns}
        empty={
          <EmptyState
            title={t('syncRun.none')}
            action={
              <AppLink to="/classes" className={buttonClasses()}>
                {t('syncRun.toClasses')}
              </AppLink>
            }
          >
            {t('syncRun.noneHint')}
          </EmptyState>
        }
      />
      {acts.dialogs}
    </>
  );
}

/** Returns what a run's chip does not show; null if nothing. */
const says = (run: Run): string | null => waitText(run) ?? run.question ?? (run.status === 'finished' && run.mode !== 'undo' ? null : run.message);

/** Returns the shortest of these waits; false if there is none. */
function soonest(waits: readonly (number | false)[]): number | false {
  const some = waits.filter((wait) => wait !== false);
  return some.length > 0 && Math.min(...some);
}
