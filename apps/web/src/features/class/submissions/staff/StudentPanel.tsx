import { fullName } from '../../../../base/full-name.ts';
import type { SubmittedWorkView, SubmissionView } from '@classwright/contract/class/submissions/calls';
import { hasGradeToReturn } from '@classwright/rules/grading/submissions';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { showSnack } from '../../../../base/snackbar.ts';
import { useIsMobile } from '../../../../base/use-media.ts';
import { Avatar } from '../../../../ui/plain/Avatar.tsx';
import { Button } from '../../../../ui/plain/Button.tsx';
import { classes } from '../../../../ui/plain/classes.ts';
import { EmptyState } from '../../../../ui/plain/EmptyState.tsx';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { IconButton } from '../../../../ui/plain/IconButton.tsx';
import { IconChevronLeft, IconChevronRight, IconMessages, IconUsers } from '../../../../ui/plain/icons.ts';
import { IconCornerDownRight, IconPencil } from '../../../../ui/feature-icons/icons.ts';
import { LoadFailed } from '../../../../ui/plain/LoadFailed.tsx';
import { Grid, Row, Text } from '../../../../ui/plain/layout/layout.tsx';
import { keys, loadAnswer, saveGrade } from '../calls.ts';
import { HandedIn, hasAnswer } from '../HandedIn.tsx';
import { Messages } from '../Messages.tsx';
import { StateChips } from '../StateChips.tsx';
import { t } from '../../../../base/t.ts';
import { cellOf, cellText, gradeText, momentText, takesPoints } from '../words.ts';
import styles from '../work.module.css';
import { momentOf } from '../../../../base/dates.ts';
import { PrivateNote } from './PrivateNote.tsx';
import type { neighborsOf, StudentRow } from './order.ts';

interface StudentPanelProps {
  courseId: number;
  work: SubmittedWorkView;
  row: StudentRow;
  /** True when it is rendered ahead of time and not shown yet. */
  isAhead: boolean;
  around: ReturnType<typeof neighborsOf>;
  usesKeys: boolean;
  onGo: (id: number | null) => void;
  /** Undefined when the work takes no grade. */
  onGrade: (() => void) | undefined;
  /** Undefined when nothing in the work can be changed. */
  onWrite: (() => void) | undefined;
  /** Undefined when there is nothing to return now. */
  onReturn: (() => void) | undefined;
  onDone: (message: string, actId: number | null) => Promise<void>;
}

/** Shows one student's answer, its grade, and the teachers' messages. */
export function StudentPanel({ courseId, work, row, isAhead, around, usesKeys, onGo, onGrade, onWrite, onReturn, onDone }: StudentPanelProps) {
  const answer = useQuery({ queryKey: keys.answer(courseId, work.id, row.id), queryFn: ({ signal }) => loadAnswer(row.id, signal), staleTime: 30_000 });
  const isMobile = useIsMobile();
  const kbd = (key: string) =>
    usesKeys && !isMobile ? (
      <kbd className={styles.key} aria-hidden>
        {key}
      </kbd>
    ) : null;
  return (
    <Grid as="article" oneColumn className={classes(styles.panel, isAhead && styles.ahead)} aria-label={fullName(row)} inert={isAhead}>
      <Row as="header" wrap className={styles.panelHead}>
        {isMobile && <IconButton icon={IconUsers} label={t('openWork.allStudents')} onClick={() => onGo(null)} />}
        <Avatar name={fullName(row)} />
        <div className={styles.who}>
          <h3 dir="auto">{fullName(row)}</h3>
          <Row as="span" inline wrap gap={8} rowGap={4} className={styles.chips}>
            <StateChips {...row} />
            {row.turned_in_at && <small>{momentText(row.turned_in_at)}</small>}
          </Row>
        </div>
        <Row gap={6} size={13} tone="dimmed" nowrap>
          <IconButton icon={IconChevronLeft} label={t('openWork.previous')} disabled={!around.before} onClick={() => around.before && onGo(around.before.id)} />
          {kbd('K')}
          <span role="status">{t('openWork.place', { place: around.place, count: around.count })}</span>
          {kbd('J')}
          <IconButton icon={IconChevronRight} label={t('openWork.next')} disabled={!around.after} onClick={() => around.after && onGo(around.after.id)} />
        </Row>
      </Row>
      <GradeBar courseId={courseId} work={work} row={row} kbd={kbd} onGrade={onGrade} onReturn={onReturn} onDone={onDone} />
      {answer.data ? (
        <>
          <Grid as="section" gap={10} oneColumn aria-label={t('openWork.answer')}>
            {hasAnswer(answer.data.submission) ? (
              <HandedIn submission={answer.data.submission} previews />
            ) : (
              <EmptyState compact title={t('openWork.notAnswered')}>
                {row.draftGrade !== null && row.state === 'CREATED' ? t('openWork.gradeLocks') : undefined}
              </EmptyState>
            )}
          </Grid>
          <Messages
            level="h4"
            messages={answer.data.messages}
            action={
              onWrite && (
                <Button size="s" icon={IconMessages} onClick={onWrite}>
                  {t('openWork.write')}
                  {kbd('M')}
                </Button>
              )
            }
          />
          <PrivateNote courseId={courseId} workId={work.id} submissionId={row.id} mayWrite={onWrite !== undefined} />
          <History history={answer.data.submission.submissionHistory} maxPoints={work.maxPoints} />
        </>
      ) : answer.error ? (
        <LoadFailed error={answer.error} pending={answer.isFetching} onRetry={() => void answer.refetch()} />
      ) : (
        <Text tone="dimmed" role="status">
          {t('openWork.loadingAnswer')}
        </Text>
      )}
    </Grid>
  );
}

type GradeBarProps = Pick<StudentPanelProps, 'courseId' | 'work' | 'row' | 'onGrade' | 'onReturn' | 'onDone'> & { kbd: (key: string) => React.ReactNode };

/** Shows the grade, the part that the student sees, and the possible actions. */
function GradeBar({ courseId, work, row, kbd, onGrade, onReturn, onDone }: GradeBarProps) {
  const [isBusy, setBusy] = useState(false);
  const clear = async () => {
    setBusy(true);
    try {
      const body = { courseId, courseWorkId: work.id, submissionId: row.id, submission: { type: 'DRAFT_GRADE' as const, draftGrade: null }, was: cellOf(row) };
      const { act_id } = await saveGrade(body);
      await onDone(t('openWork.gradeCleared'), act_id);
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Row wrap bordered className={styles.gradeBar}>
      <Grid as="p" className={styles.gradeNow}>
        <span>{t('openWork.grade')}</span>
        <b>{takesPoints(work) ? cellText(cellOf(row), work.maxPoints) : t('openWork.noPoints')}</b>
      </Grid>
      <Row wrap gap={8} align="stretch" pushed>
        {onGrade && (row.draftGrade !== null || row.excused) && (
          <Button variant="subtle" pending={isBusy} onClick={() => void clear()}>
            {t('openWork.clearGrade')}
          </Button>
        )}
        {onGrade && (
          <Button icon={IconPencil} onClick={onGrade}>
            {t('openWork.editGrade')}
            {kbd('G')}
          </Button>
        )}
        {onReturn && (
          <Button variant="filled" icon={IconCornerDownRight} onClick={onReturn}>
            {t('openWork.return')}
            {kbd('R')}
          </Button>
        )}
      </Row>
      {row.state === 'RETURNED' && hasGradeToReturn(row) && (
        <Text size={13} tone="dimmed" className={styles.since}>
          {t('openWork.changedSince', { grade: gradeText(row.assignedGrade, work.maxPoints) })}
        </Text>
      )}
    </Row>
  );
}

type Entry = SubmissionView['submissionHistory'][number];

function inWords(entry: Entry, maxPoints: number | null): string {
  if ('stateHistory' in entry) {
    const { state, late } = entry.stateHistory;
    return state === 'TURNED_IN' && late ? `${t(`openWork.state.${state}`)} · ${t('openWork.late')}` : t(`openWork.state.${state}`);
  }
  const { gradeChangeType, pointsEarned } = entry.gradeHistory;
  if (gradeChangeType === 'EXCUSED') return t('openWork.history.excused');
  const grade = gradeText(pointsEarned, maxPoints);
  if (gradeChangeType === 'DRAFT_GRADE_POINTS_EARNED_CHANGE')
    return pointsEarned === null ? t('openWork.history.noDraft') : t('openWork.history.draft', { grade });
  return pointsEarned === null ? t('openWork.history.noAssigned') : t('openWork.history.assigned', { grade });
}

/** A submission's history, folded by default. */
function History({ history, maxPoints }: { history: readonly Entry[]; maxPoints: number | null }) {
  if (history.length === 0) return null;
  return (
    <details className={styles.history}>
      <summary>{t('openWork.history')}</summary>
      <ol>
        {history.map((entry, index) => {
          const at = 'stateHistory' in entry ? entry.stateHistory.stateTimestamp : entry.gradeHistory.gradeTimestamp;
          return (
            <li key={index}>
              <span>{momentOf(at)}</span> {inWords(entry, maxPoints)}
            </li>
          );
        })}
      </ol>
    </details>
  );
}
