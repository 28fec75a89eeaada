import type { SyncChangeView } from '@classwright/contract/connections/sync/runs';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Hue } from '../../../../base/hue.ts';
import { usePageSearch } from '../../../../base/use-page-search.ts';
import { Pager } from '../../../../ui/data-table/Pager.tsx';
import { SelectField } from '../../../../ui/form/index.ts';
import { Chip } from '../../../../ui/plain/Chip.tsx';
import { EmptyState } from '../../../../ui/plain/EmptyState.tsx';
import type { IconComponent } from '../../../../ui/plain/icon.tsx';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowsRightLeft,
  IconCheck,
  IconClock,
  IconCloudCheck,
  IconLock,
  IconSend,
} from '../../../../ui/plain/icons.ts';
import { LoadFailed } from '../../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../../ui/plain/Skeleton.tsx';
import { listChanges, type Run, SYNC } from '../calls.ts';
import { isUnderWay, LOOK_AGAIN_MS } from '../run-state.ts';
import { KINDS, OUTCOMES, parseRunSearch } from '../search.ts';
import { t } from '../../../../base/t.ts';
import styles from './run.module.css';

const PER_PAGE = 50;

const LOOKS: Readonly<Record<SyncChangeView['outcome'], { hue: Hue; icon: IconComponent }>> = {
  planned: { hue: 'blue', icon: IconClock },
  applied: { hue: 'green', icon: IconCheck },
  sent: { hue: 'green', icon: IconSend },
  receipt: { hue: 'green', icon: IconCloudCheck },
  refused: { hue: 'red', icon: IconAlertTriangle },
  conflict: { hue: 'amber', icon: IconArrowsRightLeft },
  undone: { hue: 'gray', icon: IconArrowBackUp },
  kept: { hue: 'amber', icon: IconLock },
};

/** Lists by kind what a run would change, or has changed, on either side. Failed changes show the reason. */
export function Changes({ run }: { run: Run }) {
  const { search, replace } = usePageSearch(parseRunSearch);
  const { page = 1, outcome, kind } = search;
  const goesOn = isUnderWay(run.status);
  const changes = useQuery({
    queryKey: [SYNC, 'changes', run.id, page, outcome, kind],
    queryFn: ({ signal }) => listChanges(run.id, { page, per_page: PER_PAGE, ...(outcome && { outcome }), ...(kind && { kind }) }, signal),
    placeholderData: keepPreviousData,
    // The first page updates while the run continues. Other pages stay unchanged for the reader.
    refetchInterval: goesOn && page === 1 ? 2 * LOOK_AGAIN_MS : false,
  });
  const heading = t(run.mode === 'preview' ? 'syncRun.planned' : 'syncRun.changes');
  const narrow = (to: object) => replace(({ page: _page, ...others }) => ({ ...others, ...to }));
  const { data, error, isFetching, refetch } = changes;
  const isFiltered = outcome !== undefined || kind !== undefined;
  return (
    <section className={styles.section} aria-busy={isFetching && !goesOn}>
      <h2>{heading}</h2>
      {(run.scope === 'class_work' || run.mode === 'scheduled') && <p className={styles.hint}>{t('syncRun.handIn')}</p>}
      {(isFiltered || (data?.pagination.total ?? 0) > 0) && (
        <div className={styles.filters}>
          <SelectField
            label={t('syncRun.outcome')}
            value={outcome ?? ''}
            onChange={({ target }) => narrow({ outcome: OUTCOMES.find((one) => one === target.value) })}
            options={[{ value: '', label: t('syncRun.anyOutcome') }, ...OUTCOMES.map((one) => ({ value: one, label: t(`syncRun.outcome.${one}`) }))]}
          />
          <SelectField
            label={t('syncRun.kind')}
            value={kind ?? ''}
            onChange={({ target }) => narrow({ kind: KINDS.find((one) => one === target.value) })}
            options={[{ value: '', label: t('syncRun.anyKind') }, ...KINDS.map((one) => ({ value: one, label: t(`syncPage.kind.${one}`) }))]}
          />
        </div>
      )}
      {error && !data ? (
        <LoadFailed error={error} pending={isFetching} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonText lines={6} />
      ) : data.data.length === 0 ? (
        <EmptyState compact title={t('syncRun.noChanges')}>
          {t(isFiltered ? 'syncRun.noChangesFiltered' : goesOn ? 'syncRun.noChangesYet' : 'syncRun.noChangesHint')}
        </EmptyState>
      ) : (
        <>
          {groupByKind(data.data).map(({ kind: of, rows }) => (
            <section key={of} className={styles.group}>
              <h3>{t(`syncPage.kind.${of}`)}</h3>
              <ul>
                {rows.map((change) => (
                  <Change key={change.id} change={change} />
                ))}
              </ul>
            </section>
          ))}
          <Pager pagination={data.pagination} onPage={(to) => replace((before) => ({ ...before, page: to }))} />
        </>
      )}
    </section>
  );
}

/** Groups the rows of a page by kind, in the order in which a run handles kinds. Kinds without rows are left out. */
function groupByKind(rows: readonly SyncChangeView[]): { kind: SyncChangeView['kind']; rows: SyncChangeView[] }[] {
  return KINDS.map((kind) => ({ kind, rows: rows.filter((row) => row.kind === kind) })).filter((group) => group.rows.length > 0);
}

/** Returns the text of a change: planned, not done, or done. */
const wordsOf = ({ outcome, action, direction }: SyncChangeView): string =>
  t(`syncRun.${outcome === 'planned' ? 'plan' : outcome === 'refused' || outcome === 'conflict' ? 'not' : 'action'}.${action}.${direction}`);

function Change({ change }: { change: SyncChangeView }) {
  const { subject, course_name, field, before, after, outcome, reason } = change;
  return (
    <li className={styles.change}>
      <div className={styles.changed}>
        <b dir="auto">{subject}</b>
        {course_name !== null && course_name !== subject && <small dir="auto">{course_name}</small>}
      </div>
      <div className={styles.how}>
        <span>{wordsOf(change)}</span>
        {field !== '' && (
          <span className={styles.values}>
            <span>{field}:</span>
            {before !== null && <s dir="auto">{before}</s>}
            {before !== null && after !== null && <span className="visually-hidden">{t('syncRun.becomes')}</span>}
            {after !== null && <b dir="auto">{after}</b>}
            {before === null && after === null && <span>{t('syncPage.nothing')}</span>}
          </span>
        )}
        {reason !== null && <small dir="auto">{reason}</small>}
      </div>
      <Chip {...LOOKS[outcome]}>{t(`syncRun.outcome.${outcome}`)}</Chip>
    </li>
  );
}
