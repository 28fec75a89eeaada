import { useState } from 'react';
import { inOneLine } from '../../../base/in-one-line.ts';
import { type Column, CellOverlay } from '../../../ui/data-table/index.ts';
import { Chip } from '../../../ui/plain/Chip.tsx';
import { IconButton } from '../../../ui/plain/IconButton.tsx';
import { IconBan, IconBroadcast, IconChartBar, IconCheck, IconCircle, IconClock, IconClockExclamation, IconEye } from '../../../ui/plain/icons.ts';
import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';
import { IconFilePencil, IconPencil, IconTrash } from '../../../ui/feature-icons/icons.ts';
import type { WorkRow } from './calls.ts';
import styles from './classwork.module.css';
import { NO_MARKS, type WorkMarks } from './marks.ts';
import { t } from '../../../base/t.ts';
import { dueText, postText } from './work-dates.ts';

const LiveSnapshotDialog = lazyScreen(() => import('../../../lesson/snapshot/staff/LiveSnapshotDialog.tsx'), 'LiveSnapshotDialog');

/** The actions of a row; null if this person may not use them. */
export interface RowActs {
  onView: (row: WorkRow) => void;
  onEdit: ((row: WorkRow) => void) | null;
  onDelete: ((row: WorkRow) => void) | null;
}

interface Shown extends RowActs {
  isStaff: boolean;
  /** True to show the class, in a list of several. */
  withClass?: boolean;
  marks?: WorkMarks;
}

/** Returns the columns: title, dates, counts for staff or the student's own status, and the actions. */
export function workColumns({ isStaff, withClass = false, marks = NO_MARKS, ...acts }: Shown): Column<WorkRow>[] {
  return [
    { key: 'title', header: t('work.column.title'), heading: true, cell: (row) => <Title row={row} withClass={withClass} marks={marks} /> },
    { key: 'postDate', header: t('work.column.postDate'), card: 'bare', cell: (row) => <Dates row={row} /> },
    ...(isStaff ? countColumns() : [stateColumn()]),
    {
      key: 'actions',
      header: t('work.column.actions'),
      align: 'end',
      nowrap: true,
      card: 'aside',
      cell: (row) => <Actions row={row} isStaff={isStaff} marks={marks} {...acts} />,
    },
  ];
}

const countColumns = (): Column<WorkRow>[] => [
  { key: 'turnedIn', header: t('work.column.turnedIn'), align: 'end', nowrap: true, cell: (row) => <TurnedIn row={row} /> },
  { key: 'assigned', header: t('work.column.assigned'), align: 'end', nowrap: true, cell: (row) => countOf(row, row.totalAssignee) },
];
/** Returns the count; none for material, which is not handed in, and for drafts, which nobody has. */
const countOf = ({ state, workType }: WorkRow, count: number | undefined) =>
  state === 'DRAFT' || workType === 'MATERIAL' ? <span className={styles.dim}>{t('work.nobody')}</span> : (count ?? 0);

/** Shows the number of submissions, and how many of them wait for the staff. */
const TurnedIn = ({ row, row: { to_grade_count: toGrade = 0, to_return_count: toReturn = 0 } }: { row: WorkRow }) => (
  <span className={styles.dates}>
    <span>{countOf(row, row.turnedIn)}</span>
    {toGrade > 0 && <small>{t('work.toGrade', { count: toGrade })}</small>}
    {toReturn > 0 && <small>{t('work.toReturn', { count: toReturn })}</small>}
  </span>
);

const stateColumn = (): Column<WorkRow> => ({ key: 'state', header: t('work.column.state'), card: 'bare', cell: (row) => <OwnState row={row} /> });

function Title({ row, withClass, marks }: { row: WorkRow; withClass: boolean; marks: WorkMarks }) {
  const { title, summary, topic_name, course_name, courseWorkType, assessment_id, state } = row;
  const about = inOneLine([withClass && course_name, assessment_id === null ? t(`work.kind.${courseWorkType}`) : t('work.ofAssessment'), topic_name]);
  return (
    <span className={styles.title}>
      <span dir="auto" className={styles.name}>
        {title}
      </span>
      {summary !== '' && (
        <small dir="auto" className={styles.summary}>
          {summary}
        </small>
      )}
      <small className={styles.about}>
        {state === 'DRAFT' && <Chip icon={row.scheduledTime ? IconClock : IconFilePencil}>{t('work.draft')}</Chip>}
        {assessment_id !== null && <IconBroadcast size={15} />}
        <span dir="auto">{about}</span>
      </small>
      {marks.draw(row.id)}
    </span>
  );
}

function Dates({ row }: { row: WorkRow }) {
  const [posted, due] = [postText(row), dueText(row)];
  return (
    <span className={styles.dates}>
      {posted && <span>{posted}</span>}
      <small>{due ?? t('work.noDueDate')}</small>
    </span>
  );
}

/** Shows the status of the reader's own work. Material is only read. */
function OwnState({ row: { submission, workType } }: { row: WorkRow }) {
  if (!submission || workType === 'MATERIAL') return null;
  const { state, late, overdue, excused } = submission;
  if (excused) return <Chip icon={IconBan}>{t('work.state.excused')}</Chip>;
  if (overdue)
    return (
      <Chip hue="amber" icon={IconClockExclamation}>
        {t('work.state.overdue')}
      </Chip>
    );
  if (state === 'CREATED') return <Chip icon={IconCircle}>{t('work.state.CREATED')}</Chip>;
  if (state === 'TURNED_IN' && late)
    return (
      <Chip hue="amber" icon={IconClockExclamation}>
        {t('work.state.late')}
      </Chip>
    );
  return (
    <Chip hue={state === 'RETURNED' ? 'green' : 'blue'} icon={IconCheck}>
      {t(`work.state.${state}`)}
    </Chip>
  );
}

/** Shows the results of a work's lesson, in a dialog. */
function SnapshotAction({ row: { title, assessment_status }, assessmentId, isStaff }: { row: WorkRow; assessmentId: number; isStaff: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const words = assessment_status === 'finished' ? 'work.snapshot' : isStaff ? 'work.snapshotLater' : 'work.snapshotLaterOwn';
  return (
    <>
      <IconButton icon={isStaff ? IconChartBar : IconBroadcast} label={t(words, { title })} onClick={() => setOpen(true)} />
      {isOpen && (
        <CellOverlay>
          <LiveSnapshotDialog assessmentId={assessmentId} onClose={() => setOpen(false)} />
        </CellOverlay>
      )}
    </>
  );
}

function Actions({ row, isStaff, marks, onView, onEdit, onDelete }: RowActs & { row: WorkRow; isStaff: boolean; marks: WorkMarks }) {
  const { title, assessment_id } = row;
  const isLocked = marks.isLocked(row.id);
  return (
    <span className={styles.actions}>
      <IconButton icon={IconEye} label={t('work.view', { title })} onClick={() => onView(row)} />
      {assessment_id !== null && <SnapshotAction row={row} assessmentId={assessment_id} isStaff={isStaff} />}
      {marks.drawLink(row)}
      {isLocked && onEdit && marks.drawLock(row)}
      {onEdit && !isLocked && <IconButton icon={IconPencil} label={t('work.edit', { title })} onClick={() => onEdit(row)} />}
      {onDelete && !isLocked && assessment_id === null && <IconButton icon={IconTrash} label={t('work.delete', { title })} onClick={() => onDelete(row)} />}
    </span>
  );
}
