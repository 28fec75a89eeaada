import { useState } from 'react';
import { momentOf } from '../../../../base/dates.ts';
import { queryClient } from '../../../../base/query-client.ts';
import { showSnack } from '../../../../base/snackbar.ts';
import { usePageSearch } from '../../../../base/use-page-search.ts';
import { useUser } from '../../../../base/use-user.ts';
import { type Column, DataTable, usePagedList } from '../../../../ui/data-table/index.ts';
import { RefusedRows } from '../../../../ui/data-table/RefusedRows.tsx';
import { useSelection } from '../../../../ui/data-table/use-selection.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { EmptyState } from '../../../../ui/plain/EmptyState.tsx';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { type Conflict, listConflicts, type Side, solveConflict, solveConflicts, SYNC } from '../calls.ts';
import { parseSyncSearch } from '../search.ts';
import { t } from '../../../../base/t.ts';
import styles from './page.module.css';

type Refused = { id: number; name: string; message: string };

const nameOf = ({ subject, field }: Conflict): string => (field === '' ? subject : t('syncConflict.rowName', { subject, field }));

/**
 * Lists fields that were changed to different values on both sides: both values, who changed them and when, and the
 * choice, for one or several.
 */
export function Conflicts() {
  const { search, replace } = usePageSearch(parseSyncSearch);
  const mayRun = useUser().rights.includes('classroom-sync:run');
  const { page = 1, class: courseId } = search;
  const list = usePagedList([SYNC, 'conflicts'], { page, ...(courseId !== undefined && { course_id: courseId }) }, listConflicts);
  const selection = useSelection(String(courseId ?? ''));
  const { isBusy, refused, solve } = useSolving(selection.clear);
  const chosen = [...selection.keys].map(Number);
  return (
    <>
      <p className={styles.about}>{t('syncConflict.about')}</p>
      {refused.length > 0 && <RefusedRows words={t('syncConflict.refused', { count: refused.length })} rows={refused} />}
      <DataTable
        caption={t('syncPage.part.conflicts')}
        rowKey={({ id }) => id}
        list={list}
        state={{ page }}
        onState={(state) => replace((before) => ({ ...before, page: state.page ?? 1 }))}
        withoutSearch
        selecting={
          mayRun
            ? {
                of: selection,
                nameOf,
                offersAll: false,
                actions: (
                  <>
                    <Button size="s" disabled={isBusy} onClick={() => solve(chosen, 'ours')}>
                      {t('syncConflict.keepOurs')}
                    </Button>
                    <Button size="s" disabled={isBusy} onClick={() => solve(chosen, 'theirs')}>
                      {t('syncConflict.keepTheirs')}
                    </Button>
                  </>
                ),
              }
            : undefined
        }
        columns={columnsOf(mayRun ? { isBusy, solve } : null)}
        empty={<EmptyState title={t('syncConflict.none')}>{t('syncConflict.noneHint')}</EmptyState>}
      />
    </>
  );
}

/** Chooses a side for conflicts. `refused` lists the conflicts that the last action left unchanged. */
function useSolving(onDone: () => void): { isBusy: boolean; refused: readonly Refused[]; solve: (ids: number[], side: Side) => void } {
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const run = async (ids: number[], side: Side) => {
    setBusy(true);
    try {
      const [only] = ids;
      const done = ids.length === 1 && only !== undefined ? await solveConflict(only, side) : await solveConflicts(ids, side);
      setRefused(done.refused);
      if (done.ids.length > 0) showSnack(done.message);
      onDone();
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
    } finally {
      await Promise.all([queryClient.invalidateQueries({ queryKey: [SYNC] }), queryClient.invalidateQueries({ queryKey: ['class'] })]);
      setBusy(false);
    }
  };
  return { isBusy, refused, solve: (ids, side) => void run(ids, side) };
}

function columnsOf(means: { isBusy: boolean; solve: (ids: number[], side: Side) => void } | null): Column<Conflict>[] {
  return [
    {
      key: 'what',
      header: t('syncConflict.what'),
      heading: true,
      cell: (conflict) => (
        <span className={styles.stack}>
          <span dir="auto">{nameOf(conflict)}</span>
          <small>
            {t(`syncPage.kind.${conflict.kind}`)}
            {conflict.course_name !== null && (
              <>
                {' · '}
                <bdi>{conflict.course_name}</bdi>
              </>
            )}
          </small>
        </span>
      ),
    },
    { key: 'ours', header: t('syncPage.here'), cell: ({ ours, ours_by, ours_at }) => <Value value={ours} by={ours_by} at={ours_at} /> },
    { key: 'theirs', header: t('syncPage.there'), cell: ({ theirs, theirs_by, theirs_at }) => <Value value={theirs} by={theirs_by} at={theirs_at} /> },
    ...(means
      ? [
          {
            key: 'actions',
            header: t('syncConflict.choose'),
            align: 'end' as const,
            card: 'bare' as const,
            cell: (conflict: Conflict) => (
              <span className={styles.actions}>
                <Button
                  size="s"
                  disabled={means.isBusy}
                  aria-label={t('syncConflict.keepOursOf', { name: nameOf(conflict) })}
                  onClick={() => means.solve([conflict.id], 'ours')}
                >
                  {t('syncConflict.keepOurs')}
                </Button>
                <Button
                  size="s"
                  disabled={means.isBusy}
                  aria-label={t('syncConflict.keepTheirsOf', { name: nameOf(conflict) })}
                  onClick={() => means.solve([conflict.id], 'theirs')}
                >
                  {t('syncConflict.keepTheirs')}
                </Button>
              </span>
            ),
          },
        ]
      : []),
  ];
}

/** A value with its last author and time, if known. */
function Value({ value, by, at }: { value: string | null; by: string | null; at: string | null }) {
  const time = at && momentOf(at);
  return (
    <span className={styles.stack}>
      <span className={styles.value} dir="auto">
        {value ?? t('syncPage.nothing')}
      </span>
      <small dir="auto">
        {by !== null && time ? t('syncConflict.by', { name: by, time }) : (by ?? (time ? t('syncConflict.unknownBy', { time }) : t('syncConflict.unknown')))}
      </small>
    </span>
  );
}
