import type { RosterChoice } from '@classwright/contract/connections/rosters/limits';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { openDownload } from '../../../base/open-download.ts';
import { useUser } from '../../../base/use-user.ts';
import { queryClient } from '../../../base/query-client.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { inOneLine } from '../../../base/in-one-line.ts';
import { RunProgress } from '../../../ui/import/RunProgress.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { ConfirmDialog } from '../../../ui/plain/ConfirmDialog.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { IconAlertTriangle, IconArrowBackUp, IconCircleCheck, IconInfoCircle } from '../../../ui/plain/icons.ts';
import { IconDownload } from '../../../ui/feature-icons/icons.ts';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { ApplyCard } from './ApplyCard.tsx';
import { cancelRoster, chooseRows, errorsPath, loadRoster, type Roster, undoRoster } from './calls.ts';
import { Choices } from './Choices.tsx';
import { Columns } from './Columns.tsx';
import { Counts } from './Counts.tsx';
import { ClassMatches } from './meetings/ClassMatches.tsx';
import { RosterRows } from './RosterRows.tsx';
import styles from './rosters.module.css';
import type { RostersSearch } from './search.ts';
import { hueOf, isUnderWay } from './status.ts';
import { t } from '../../../base/t.ts';

const LOOK_AGAIN_MS = 1_000;

interface PageProps {
  id: number;
  search: RostersSearch;
  mayEdit: boolean;
  onSearch: (search: RostersSearch) => void;
  onClose: () => void;
}

const hasFaults = ({ counts, failed_rows }: Roster): boolean => failed_rows > 0 || Object.values(counts).some((of) => of.error + of.not_taken + of.waits > 0);

/** Shows the progress of reading. */
function Reading({ done, total }: { done: number; total: number }) {
  return (
    <RunProgress label={t('rosters.reading')} done={done} total={total}>
      {total > 0 ? t('rosters.comparedOf', { done, total }) : t('rosters.readSoFar', { count: done })}
    </RunProgress>
  );
}

/** Shows a roster: its changes, planned or done, its progress, its rows, and the possible actions. */
export function RosterPage({ id, search, mayEdit, onSearch, onClose }: PageProps) {
  const { rights } = useUser();
  const [asked, setAsked] = useState<'stop' | 'undo' | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['rosters', id],
    queryFn: ({ signal }) => loadRoster(id, signal),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.import) ? LOOK_AGAIN_MS : false),
  });
  const roster = data?.import;
  const header = (
    <PageHeader
      title={t('rosters.title')}
      sub={roster && <bdi>{inOneLine([roster.file_name, roster.format, ...roster.schools.map(({ name }) => name)])}</bdi>}
      actions={
        <Button icon={IconArrowBackUp} onClick={onClose}>
          {t('rosters.back')}
        </Button>
      }
    />
  );
  if (error && !roster)
    return (
      <>
        {header}
        <LoadFailed error={error} onRetry={() => void refetch()} />
      </>
    );
  if (!roster)
    return (
      <>
        {header}
        <SkeletonText />
      </>
    );
  /** Shows the new state with a message. */
  const show = async ({ import: now, message }: { import: Roster; message: string }): Promise<void> => {
    queryClient.setQueryData(['rosters', id], { import: now, unknown: [] });
    showSnack(message);
    await queryClient.invalidateQueries({ queryKey: ['rosters'] });
  };
  const drop = () => cancelRoster(id).then(show, (failure: unknown) => showSnack(errorText(failure), { color: 'red' }));
  const choose = (choice: RosterChoice, chosen: boolean, rows?: number[]) =>
    chooseRows(id, { choice, chosen, ...(rows ? { rows } : {}) }).then(show, (failure: unknown) => showSnack(errorText(failure), { color: 'red' }));
  const mayChoose = (choice: RosterChoice): boolean => mayEdit && (choice === 'same' || rights.includes('accounts:edit'));
  const underWay = isUnderWay(roster);
  const isRead = roster.format !== '';
  return (
    <>
      {header}
      <div className={styles.page}>
        <Notice
          hue={hueOf(roster)}
          icon={roster.status === 'failed' || roster.status === 'partly' ? IconAlertTriangle : roster.status === 'finished' ? IconCircleCheck : IconInfoCircle}
        >
          {roster.undo?.message ?? roster.message}
        </Notice>
        {roster.reading !== null && <Reading {...roster.reading} />}
        {mayEdit && roster.status === 'columns' && <Columns id={id} tables={data?.unknown ?? []} onSaid={show} onDrop={() => void drop()} />}
        {underWay && roster.reading === null && roster.undo === null && (
          <RunProgress label={t('rosters.progress')} done={roster.done_rows} total={roster.total_rows}>
            {t('rosters.progressOf', { done: roster.done_rows, total: roster.total_rows })}
          </RunProgress>
        )}
        {underWay && roster.undo !== null && (
          <RunProgress label={t('rosters.progress')} done={0} total={0}>
            {t('rosters.undoProgress', { left: roster.undo.left })}
          </RunProgress>
        )}
        {isRead && <Counts roster={roster} shown={search} onShow={(kind, outcome) => onSearch({ kind, outcome })} />}
        {roster.remarks.length > 0 && (
          <section className={styles.remarks} aria-label={t('rosters.remarks')}>
            <h2>{t('rosters.remarks')}</h2>
            <ul>
              {roster.remarks.map((remark) => (
                <li key={remark} dir="auto">
                  {remark}
                </li>
              ))}
            </ul>
          </section>
        )}
        {mayEdit && roster.offers !== null && (
          <Choices offers={roster.offers} mayChoose={mayChoose} onChoose={(choice, chosen) => void choose(choice, chosen)} />
        )}
        {roster.meetings !== null && roster.meetings.undecided + roster.meetings.ours + roster.meetings.new > 0 && (
          <ClassMatches id={id} meetings={roster.meetings} mayEdit={mayEdit} onDecided={show} />
        )}
        {mayEdit && roster.can_apply && <ApplyCard roster={roster} onBegun={show} />}
        <div className={styles.acts}>
          {hasFaults(roster) && (
            <Button
              icon={IconDownload}
              onClick={() => void openDownload(errorsPath(id)).catch((failure: unknown) => showSnack(errorText(failure), { color: 'red' }))}
            >
              {t('rosters.errorsSheet')}
            </Button>
          )}
          {mayEdit && roster.status === 'reading' && <Button onClick={() => void drop()}>{t('rosters.stopReading')}</Button>}
          {mayEdit && roster.status === 'preview' && <Button onClick={() => void drop()}>{t('rosters.cancel')}</Button>}
          {mayEdit && (roster.status === 'waiting' || roster.status === 'running') && <Button onClick={() => setAsked('stop')}>{t('rosters.stop')}</Button>}
          {mayEdit && roster.can_undo && (
            <Button icon={IconArrowBackUp} onClick={() => setAsked('undo')}>
              {t('rosters.undoAct')}
            </Button>
          )}
        </div>
        {isRead && (
          <RosterRows
            from={roster.from}
            search={search}
            onSearch={onSearch}
            mayChoose={(choice) => roster.status === 'preview' && mayChoose(choice)}
            onChoose={(choice, chosen, rows) => void choose(choice, chosen, rows)}
            version={`${roster.status} ${roster.undo?.status ?? ''} ${JSON.stringify(roster.offers)} ${JSON.stringify(roster.meetings)}`}
          />
        )}
      </div>
      <ConfirmDialog
        opened={asked === 'stop'}
        width={500}
        title={t('rosters.stopQuestion')}
        onClose={() => setAsked(null)}
        onConfirm={() => cancelRoster(id).then(show)}
        confirmLabel={t('rosters.stop')}
        cancelLabel={t('common.cancel')}
      >
        {t('rosters.stopHint')}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asked === 'undo'}
        danger
        width={500}
        title={t('rosters.undoQuestion')}
        onClose={() => setAsked(null)}
        onConfirm={() => undoRoster(id).then(show)}
        confirmLabel={t('rosters.undoAct')}
        cancelLabel={t('common.cancel')}
      >
        {t('rosters.undoHint')}
      </ConfirmDialog>
    </>
  );
}
