import { type RosterChoice, ROSTER_CHOICES } from '@classwright/contract/connections/rosters/limits';
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
import { Grid, Row } from '../../../ui/plain/layout/layout.tsx';
import { ApplyCard } from './ApplyCard.tsx';
import { cancelRoster, chooseRows, errorsPath, loadRoster, type Roster, undoRoster, type Mappings, mapColumns, type UnknownTable } from './calls.ts';
import { CheckField } from '../../../ui/plain/Field.tsx';
import { MappingForm } from './MappingForm.tsx';
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
      <Grid shrinks className={styles.page}>
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
        <Row wrap gap={8} align="stretch" className={styles.acts}>
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
        </Row>
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
      </Grid>
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

interface ChoicesProps {
  offers: NonNullable<Roster['offers']>;
  mayChoose: (choice: RosterChoice) => boolean;
  onChoose: (choice: RosterChoice, chosen: boolean) => void;
}

/** Offers choices for all rows of a preview that allow them. Each row has the same choices. */
function Choices({ offers, mayChoose, onChoose }: ChoicesProps) {
  const offered = ROSTER_CHOICES.filter((choice) => (offers[choice]?.offered ?? 0) > 0);
  if (offered.length === 0) return null;
  return (
    <section className={styles.remarks} aria-label={t('rosters.choices')}>
      <h2>{t('rosters.choices')}</h2>
      {offered.map((choice) => {
        const { offered: count, chosen } = offers[choice] ?? { offered: 0, chosen: 0 };
        return (
          <CheckField
            key={choice}
            label={t('rosters.chooseAll', { what: t(`rosters.choose.${choice}`), chosen, all: count })}
            checked={chosen === count}
            disabled={!mayChoose(choice)}
            onChange={({ target }) => onChoose(choice, target.checked)}
          />
        );
      })}
    </section>
  );
}

interface ColumnsProps {
  id: number;
  tables: readonly UnknownTable[];
  onSaid: (answer: { import: Roster; message: string }) => Promise<void>;
  onDrop: () => void;
}

/** Sets the meaning of the columns of a roster's tables, then continues reading the files. */
function Columns({ id, tables, onSaid, onDrop }: ColumnsProps) {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const say = async (mappings: Mappings): Promise<void> => {
    setPending(true);
    setError(null);
    try {
      await onSaid(await mapColumns(id, mappings));
    } catch (failure) {
      setError(failure);
    } finally {
      setPending(false);
    }
  };
  return <MappingForm tables={tables} pending={pending} error={error} onMapped={(mappings) => void say(mappings)} onCancel={onDrop} />;
}
