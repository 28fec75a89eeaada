import { useState } from 'react';
import { locale } from '../../../../base/language.ts';
import { connectionStore } from '../../../../base/realtime.ts';
import { useStore } from '../../../../base/use-store.ts';
import { TabPanel, Tabs } from '../../../../lesson/Tabs.tsx';
import { Card } from '../../../../ui/plain/Card.tsx';
import { classes } from '../../../../ui/plain/classes.ts';
import { LoadFailed } from '../../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../../ui/plain/Skeleton.tsx';
import desk from '../desk/Desk.module.css';
import { StudentDialog } from '../parts.ts';
import { StaleNote } from '../StaleNote.tsx';
import { t } from '../../../../base/t.ts';
import { LIVE_LIMITS } from '@classwright/rules/limits';
import { phasesOf } from '../lesson/model.ts';
import { useLive, useModel, usePhase, useProblem, useStage } from '../use-live.ts';
import { groupStudents, type RosterGroup, type RosterRow } from './groups.ts';
import styles from './People.module.css';
import { StudentRow } from './StudentRow.tsx';

const groupWords = {
  thinking: 'teach.stillThinkingGroup',
  'not-answered': 'teach.notAnsweredGroup',
  answered: 'teach.answeredGroup',
  right_to_wrong: 'teach.right_to_wrong',
  kept_wrong: 'teach.kept_wrong',
  wrong_to_right: 'teach.wrong_to_right',
  kept_right: 'teach.kept_right',
  'no-move': 'teach.noMoveGroup',
} as const satisfies Record<RosterGroup['kind'], string>;

/** Lists the students who are here, those still thinking first, and those who are absent. */
export function StudentsPanel() {
  const { lesson } = useLive();
  const stage = useStage();
  const problem = useProblem('roster');
  const roster = useModel((model) => model.roster);
  const absentAtFirst = useModel((model) => model.assessment?.AbsentStudents);
  const [chosen, setTab] = useState<'here' | 'absent' | null>(null);
  const tab = chosen ?? (stage === 'ready' ? 'absent' : 'here');
  const [opened, setOpened] = useState<RosterRow | null>(null);
  const students = roster?.students ?? [];
  const absent = (roster?.absent ?? absentAtFirst ?? []).toSorted((left, right) => left.name.localeCompare(right.name, locale()));
  const tabs = [
    {
      id: 'here' as const,
      label: (
        <>
          {t('teach.loggedStudent')}
          <span className={desk.count}>{students.length}</span>
        </>
      ),
    },
    {
      id: 'absent' as const,
      label: (
        <>
          {t('teach.absentStudent')}
          <span className={desk.count}>{absent.length}</span>
        </>
      ),
    },
  ];
  return (
    <Card className={classes(desk.panel, styles.panel)} aria-label={t('teach.people')}>
      <div className={classes(desk.tabs, styles.tabs)}>
        <Tabs name="teach-people" label={t('teach.people')} tabs={tabs} value={tab} onChange={setTab} look="card" />
      </div>
      <StaleNote part={roster ? 'roster' : 'assessment'} />
      <TabPanel name="teach-people" id={tab} className={styles.body}>
        {tab === 'absent' ? (
          <div className={desk.scroll} tabIndex={0} role="group" aria-label={t('teach.absentStudent')}>
            {absent.length === 0 ? (
              <p className={styles.none}>{t('teach.nobodyAbsent')}</p>
            ) : (
              <ul className={styles.absent}>
                {absent.map(({ id, name }) => (
                  <li key={id}>{name}</li>
                ))}
              </ul>
            )}
          </div>
        ) : roster || stage === 'ready' ? (
          <Here students={students} onOpen={setOpened} />
        ) : problem !== undefined ? (
          <LoadFailed error={problem} onRetry={() => lesson.reload('roster')} />
        ) : (
          <div className={styles.none}>
            <SkeletonText lines={5} />
          </div>
        )}
      </TabPanel>
      {opened && <StudentDialog student={opened} onClose={() => setOpened(null)} />}
    </Card>
  );
}

function Here({ students, onOpen }: { students: readonly RosterRow[]; onOpen: (student: RosterRow) => void }) {
  const stage = useStage();
  const phase = usePhase();
  const isOwnTime = useModel((model) => model.tally?.own_time !== undefined);
  const isFinished = stage === 'finished';
  const opened = useModel((model) => phasesOf(model).length);
  const forms = isFinished && opened > 0 ? opened : LIVE_LIMITS.forms;
  const wordsOf = (kind: RosterGroup['kind']) => {
    if (kind === 'not-answered' && isOwnTime) return 'teach.noAnswerYet';
    // There is nothing to compare Form - 1A with when the lesson ended after it.
    return kind === 'no-move' && opened === 1 ? 'teach.answeredGroup' : groupWords[kind];
  };
  const isKnown = useStore(connectionStore).status !== 'offline';
  const groups = groupStudents(students, isFinished ? 'finished' : phase && !phase.closed ? 'open' : 'closed');
  if (groups.length === 0) return <p className={styles.none}>{t('teach.nobodyLoggedIn')}</p>;
  return (
    <div className={desk.scroll}>
      <table className={styles.table}>
        <caption className="visually-hidden">{t('teach.loggedStudent')}</caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{t('teach.col.name')}</th>
            <th scope="col">{t('teach.col.responders')}</th>
            {!isFinished && <th scope="col">{t('teach.col.loginTime')}</th>}
          </tr>
        </thead>
        {groups.map(({ kind, rows }) => (
          <tbody key={kind}>
            <tr className={styles.group}>
              <th scope="rowgroup" colSpan={isFinished ? 2 : 3}>
                {t(wordsOf(kind))} · {rows.length}
              </th>
            </tr>
            {rows.map((row) => (
              <StudentRow
                key={row.id}
                row={row}
                isFinished={isFinished}
                isWaitedFor={kind === 'thinking'}
                isKnown={isKnown}
                form={phase?.form ?? null}
                forms={forms}
                onOpen={onOpen}
              />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}
