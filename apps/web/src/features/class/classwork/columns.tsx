import { useState } from 'react';
import { inOneLine } from '../../../base/in-one-line.ts';
import { type Column, CellOverlay, RowActs } from '../../../ui/data-table/index.ts';
import { Chip } from '../../../ui/plain/Chip.tsx';
import { IconBan, IconBroadcast, IconChartBar, IconCheck, IconCircle, IconClock, IconClockExclamation, IconEye, IconLock } from '../../../ui/plain/icons.ts';
import { Row, Stack, Text } from '../../../ui/plain/layout/layout.tsx';
import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';
import { IconFilePencil, IconPencil, IconTrash } from '../../../ui/feature-icons/icons.ts';
import type { WorkRow } from './calls.ts';
import styles from './classwork.module.css';
import { NO_MARKS, type WorkMarks } from './marks.ts';
import { t } from '../../../base/t.ts';
import { dueText, postText } from './work-dates.ts';

const LiveSnapshotDialog = lazyScreen(() => import('../../../lesson/snapshot/staff/LiveSnapshotDialog.tsx'), 'LiveSnapshotDialog');

/** The actions of a row; null if this person may not use them. */
export interface WorkActs {
  onView: (row: WorkRow) => void;
  onEdit: ((row: WorkRow) => void) | null;
  onDelete: ((row: WorkRow) => void) | null;
}

interface Shown extends WorkActs {
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
  state === 'DRAFT' || workType === 'MATERIAL' ? (
    <Text as="span" tone="dimmed">
      {t('work.nobody')}
    </Text>
  ) : (
    (count ?? 0)
  );

/** Shows the number of submissions, and how many of them wait for the staff. */
const TurnedIn = ({ row, row: { to_grade_count: toGrade = 0, to_return_count: toReturn = 0 } }: { row: WorkRow }) => (
  <Stack as="span" gap={2} className={styles.dates}>
    <span>{countOf(row, row.turnedIn)}</span>
    {toGrade > 0 && <small>{t('work.toGrade', { count: toGrade })}</small>}
    {toReturn > 0 && <small>{t('work.toReturn', { count: toReturn })}</small>}
  </Stack>
);

const stateColumn = (): Column<WorkRow> => ({ key: 'state', header: t('work.column.state'), card: 'bare', cell: (row) => <OwnState row={row} /> });

function Title({ row, withClass, marks }: { row: WorkRow; withClass: boolean; marks: WorkMarks }) {
  const { title, summary, topic_name, course_name, courseWorkType, assessment_id, state } = row;
  const about = inOneLine([withClass && course_name, assessment_id === null ? t(`work.kind.${courseWorkType}`) : t('work.ofAssessment'), topic_name]);
  return (
    <Stack as="span" shrinks breaks className={styles.title}>
      <span dir="auto" className={styles.name}>
        {title}
      </span>
      {summary !== '' && (
        <Text as="small" dir="auto" weight={400} tone="dimmed" className={styles.summary}>
          {summary}
        </Text>
      )}
      <Row as="small" wrap gap={8} rowGap={4} weight={400} tone="dimmed" className={styles.about}>
        {state === 'DRAFT' && <Chip icon={row.scheduledTime ? IconClock : IconFilePencil}>{t('work.draft')}</Chip>}
        {assessment_id !== null && <IconBroadcast size={15} />}
        <span dir="auto">{about}</span>
      </Row>
      {marks.draw(row.id)}
    </Stack>
  );
}

function Dates({ row }: { row: WorkRow }) {
  const [posted, due] = [postText(row), dueText(row)];
  return (
    <Stack as="span" gap={2} className={styles.dates}>
      {posted && <span>{posted}</span>}
      <small>{due ?? t('work.noDueDate')}</small>
    </Stack>
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

/**
 * Shows the actions: to view the work, the results of its lesson, its place in another system, and for staff to edit and
 * delete it. Work that can be changed in another system alone has the reason in place of editing.
 */
function Actions({ row, isStaff, marks, onView, onEdit, onDelete }: WorkActs & { row: WorkRow; isStaff: boolean; marks: WorkMarks }) {
  const { id, title, assessment_id, assessment_status } = row;
  const [opened, setOpened] = useState<'snapshot' | 'lock' | null>(null);
  const isLocked = marks.isLocked(id);
  const there = marks.linkOf(row);
  const close = () => setOpened(null);
  return (
    <>
      <RowActs
        name={title}
        acts={[
          { words: t('act.view'), label: t('work.view', { title }), icon: IconEye, onSelect: () => onView(row) },
          ...(assessment_id === null
            ? []
            : [
                {
                  words: t('work.snapshotAct'),
                  label: t('work.snapshot', { title }),
                  hint: assessment_status === 'finished' ? undefined : t(isStaff ? 'work.snapshotLater' : 'work.snapshotLaterOwn'),
                  icon: isStaff ? IconChartBar : IconBroadcast,
                  onSelect: () => setOpened('snapshot'),
                },
              ]),
          ...(onEdit && !isLocked ? [{ words: t('act.edit'), label: t('work.edit', { title }), icon: IconPencil, onSelect: () => onEdit(row) }] : []),
          ...(there ? [there] : []),
          ...(onEdit && isLocked ? [{ ...marks.lockOf(row), icon: IconLock, onSelect: () => setOpened('lock') }] : []),
          ...(onDelete && !isLocked && assessment_id === null
            ? [{ words: t('act.delete'), label: t('work.delete', { title }), icon: IconTrash, onSelect: () => onDelete(row) }]
            : []),
        ]}
      />
      {opened === 'snapshot' && assessment_id !== null && (
        <CellOverlay>
          <LiveSnapshotDialog assessmentId={assessment_id} onClose={close} />
        </CellOverlay>
      )}
      {opened === 'lock' && <CellOverlay>{marks.drawLock(row, close)}</CellOverlay>}
    </>
  );
}
