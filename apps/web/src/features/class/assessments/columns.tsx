import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { dayOf, dayOn } from '../../../base/dates.ts';
import { type Column, type RowAct, RowActs } from '../../../ui/data-table/index.ts';
import { buttonClasses } from '../../../ui/plain/Button.tsx';
import { Chip } from '../../../ui/plain/Chip.tsx';
import { IconArchive, IconArrowBackUp, IconBroadcast } from '../../../ui/plain/icons.ts';
import { IconCopy, IconPaperclip, IconPencil, IconTrash } from '../../../ui/feature-icons/icons.ts';
import { StatusChip } from '../../../ui/plain/StatusChip.tsx';
import { Row, Stack } from '../../../ui/plain/layout/layout.tsx';
import styles from './Assessments.module.css';
import type { AssessmentRow } from './calls.ts';
import { t } from '../../../base/t.ts';

/** The actions of a row; null if this person may not use them at all. */
export interface RowActions {
  onCopy: ((row: AssessmentRow) => void) | null;
  onArchive: ((row: AssessmentRow) => void) | null;
  onEdit: ((row: AssessmentRow) => void) | null;
  onDelete: ((row: AssessmentRow) => void) | null;
}

export function assessmentColumns({ accountId, ...actions }: RowActions & { accountId: number }): Column<AssessmentRow>[] {
  return [
    { key: 'name', header: t('assessments.name'), cell: (row) => row.title },
    {
      key: 'course',
      header: t('assessments.course'),
      cell: (row) => (row.copy ? <Chip>{t('assessments.withoutClass')}</Chip> : row.course),
    },
    { key: 'standard', header: t('assessments.standard'), cell: (row) => row.standard_name },
    { key: 'grade', nowrap: true, header: t('assessments.grade'), cell: (row) => row.level_name },
    { key: 'scheduleDate', nowrap: true, header: t('assessments.scheduleDate'), cell: (row) => row.schedule_date && dayOn(row.schedule_date) },
    { key: 'period', nowrap: true, header: t('assessments.period'), cell: (row) => row.period_name },
    {
      key: 'attachments',
      header: t('assessments.attachments'),
      cell: ({ google_drive_link: links }) => (links.length > 0 ? <Attached links={links} /> : null),
    },
    { key: 'createdAt', extra: true, nowrap: true, header: t('assessments.createdAt'), card: 'hidden', cell: (row) => dayOf(row.created_at) },
    { key: 'state', nowrap: true, header: t('assessments.state'), card: 'bare', cell: (row) => drawState(row, row.account_id === accountId) },
    {
      key: 'actions',
      header: t('assessments.actions'),
      align: 'end',
      nowrap: true,
      card: 'aside',
      cell: (row) => <Actions row={row} {...actions} />,
    },
  ];
}

/** Draws the state, and for its owner a link to run it, or to its results. */
function drawState(row: AssessmentRow, isOwn: boolean): ReactNode {
  if (row.status === 'finished')
    return isOwn && !row.copy ? (
      <Row as="span" inline gap={8}>
        <StatusChip status="finished" />
        <LessonLink row={row} words={t('assessments.results')} look="subtle" />
      </Row>
    ) : (
      <StatusChip status="finished" />
    );
  if (row.copy || row.is_archived) return null;
  if (!isOwn)
    return row.running ? (
      <Chip hue="blue" icon={IconBroadcast}>
        {t('assessments.running')}
      </Chip>
    ) : null;
  const words = t(row.running ? 'assessments.goOn' : 'assessments.start');
  return (
    <Row as="span" inline gap={2} align="stretch" className={styles.rowActions}>
      <LessonLink row={row} words={words} look={row.running ? 'filled' : 'default'} />
    </Row>
  );
}

function LessonLink({ row, words, look }: { row: AssessmentRow; words: string; look: 'filled' | 'default' | 'subtle' }) {
  return (
    <Link
      to="/teacher-live-learning"
      search={{ assessment_id: row.id }}
      className={buttonClasses({ variant: look, size: 's' })}
      aria-label={`${words}: ${row.title}`}
    >
      {look !== 'subtle' && <IconBroadcast size={16} />}
      {words}
    </Link>
  );
}

const SHOWN = 2;

/** Shows the first attachments as links that open in a new window, the rest as a number. */
function Attached({ links }: { links: AssessmentRow['google_drive_link'] }) {
  return (
    <Stack as="span" gap={2} size={13} className={styles.attached}>
      {links.slice(0, SHOWN).map(({ name, url }) => (
        <a key={`${name}${url}`} href={url} target="_blank" rel="noopener noreferrer" title={name}>
          <IconPaperclip size={15} />
          <span>{name}</span>
        </a>
      ))}
      {links.length > SHOWN && <span>{t('assessments.moreAttachments', { count: links.length - SHOWN })}</span>}
    </Stack>
  );
}

/** Shows the actions. Edit and delete only while it is Active and has no attempts. */
function Actions({ row, onCopy, onArchive, onEdit, onDelete }: RowActions & { row: AssessmentRow }) {
  const { title } = row;
  const isUntouched = row.is_keeper && row.status === 'Active' && row.attempts.length === 0;
  const act = (words: string, label: string, icon: RowAct['icon'], run: ((row: AssessmentRow) => void) | null | false): RowAct[] =>
    run ? [{ words, label, icon, onSelect: () => run(row) }] : [];
  const { is_archived: isArchived } = row;
  return (
    <RowActs
      name={title}
      open={0}
      acts={[
        ...act(t('act.edit'), t('assessments.editOne', { title }), IconPencil, isUntouched && onEdit),
        ...act(t('act.copy'), t('assessments.copyOne', { title }), IconCopy, onCopy),
        ...act(
          t(isArchived ? 'act.unarchive' : 'act.archive'),
          t(isArchived ? 'assessments.unarchiveOne' : 'assessments.archiveOne', { title }),
          isArchived ? IconArrowBackUp : IconArchive,
          row.is_keeper && !row.running && onArchive,
        ),
        ...act(t('act.delete'), t('assessments.deleteOne', { title }), IconTrash, isUntouched && onDelete),
      ]}
    />
  );
}
