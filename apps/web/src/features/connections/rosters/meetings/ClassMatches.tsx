import { ROSTER_DECISIONS, type RosterDecision } from '@classwright/contract/connections/rosters/limits';
import { useState } from 'react';
import { showSnack } from '../../../../base/snackbar.ts';
import { DataTable, usePagedList } from '../../../../ui/data-table/index.ts';
import { SelectField } from '../../../../ui/form/index.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { Chip } from '../../../../ui/plain/Chip.tsx';
import { EmptyState } from '../../../../ui/plain/EmptyState.tsx';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { loadClassMatches, meetClasses, type Roster, type RosterClassMatch } from '../calls.ts';
import { t } from '../../../../base/t.ts';
import { columns } from './columns.tsx';
import styles from './meetings.module.css';
import { PickDialog } from './PickDialog.tsx';

type Decided = { import: Roster; message: string };

interface MeetingsProps {
  id: number;
  meetings: NonNullable<Roster['meetings']>;
  mayEdit: boolean;
  onDecided: (answer: Decided) => Promise<void>;
}

const PER_PAGE = 25;

/**
 * Lists the preview's classes that are new to its source, with the possible matches here. They are decided one by one
 * or all together.
 */
export function ClassMatches({ id, meetings, mayEdit, onDecided }: MeetingsProps) {
  const [state, setState] = useState<{ page: number; search_text?: string }>({ page: 1 });
  const [shown, setShown] = useState<RosterDecision | ''>(meetings.undecided > 0 ? 'undecided' : '');
  const [picking, setPicking] = useState<RosterClassMatch | null>(null);
  const [isPending, setPending] = useState(false);
  const { undecided, ours, sure, decided } = meetings;
  // The last filter becomes empty once everything is decided.
  const decision = shown === 'undecided' && undecided === 0 ? '' : shown;
  const search = { ...state, decision };
  const list = usePagedList(['rosters', id, 'meetings', JSON.stringify(meetings)], search, ({ page = 1, search_text, decision: wanted }, signal) =>
    loadClassMatches(id, { page, per_page: PER_PAGE, ...(search_text ? { search_text } : {}), ...(wanted ? { decision: wanted } : {}) }, signal),
  );
  const decide = async (body: Parameters<typeof meetClasses>[1]): Promise<void> => {
    setPending(true);
    try {
      await onDecided(await meetClasses(id, body));
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red' });
    } finally {
      setPending(false);
    }
  };
  return (
    <details className={styles.meetings} open={undecided + decided > 0}>
      <summary>
        <h2>{t('rosters.meetings')}</h2>
        <span className={styles.counts}>
          {undecided > 0 && <Chip hue="amber">{t('rosters.meetings.undecided', { count: undecided })}</Chip>}
          {ours > 0 && <Chip hue="blue">{t('rosters.meetings.ours', { count: ours })}</Chip>}
          {meetings.new > 0 && <Chip hue="green">{t('rosters.meetings.new', { count: meetings.new })}</Chip>}
        </span>
      </summary>
      <p>{t('rosters.meetings.about')}</p>
      {mayEdit && (
        <div className={styles.acts}>
          {undecided > 0 && (
            <>
              <Button variant="filled" pending={isPending} onClick={() => void decide({ as: 'proposals' })}>
                {t('rosters.meet.proposals')}
              </Button>
              {sure > 0 && sure < undecided && (
                <Button disabled={isPending} onClick={() => void decide({ as: 'sure' })}>
                  {t('rosters.meet.sure', { count: sure })}
                </Button>
              )}
              <Button disabled={isPending} onClick={() => void decide({ as: 'new' })}>
                {t('rosters.meet.allNew')}
              </Button>
            </>
          )}
          {decided > 0 && (
            <Button disabled={isPending} onClick={() => void decide({ as: 'undecided' })}>
              {t('rosters.meet.allAgain')}
            </Button>
          )}
        </div>
      )}
      <DataTable
        caption={t('rosters.meetings')}
        rowKey={({ number }) => number}
        list={list}
        state={state}
        onState={({ page = 1, search_text }) => setState({ page, ...(search_text ? { search_text } : {}) })}
        columns={columns({
          mayEdit: mayEdit && !isPending,
          onDecide: (row, as, courseId) => void decide({ as, rows: [row.number], ...(courseId === undefined ? {} : { course_id: courseId }) }),
          onPick: setPicking,
        })}
        tools={
          <SelectField
            label={t('rosters.meet.show')}
            value={decision}
            onChange={({ target }) => {
              setShown(ROSTER_DECISIONS.find((one) => one === target.value) ?? '');
              setState({ page: 1 });
            }}
            options={[
              { value: '', label: t('rosters.meet.show.any') },
              ...ROSTER_DECISIONS.map((value) => ({ value, label: t(`rosters.meet.show.${value}`) })),
            ]}
          />
        }
        empty={
          <EmptyState compact title={t('rosters.meet.noneShown')}>
            {t('rosters.meet.noneShownHint')}
          </EmptyState>
        }
      />
      {picking && <PickDialog id={id} row={picking} onClose={() => setPicking(null)} onPicked={onDecided} />}
    </details>
  );
}
