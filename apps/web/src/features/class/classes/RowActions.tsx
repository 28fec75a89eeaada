import { Link } from '@tanstack/react-router';
import { copyText } from '../../../base/copy-text.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { IconButton } from '../../../ui/plain/IconButton.tsx';
import { iconButtonClasses } from '../../../ui/plain/icon-button-classes.ts';
import type { IconComponent } from '../../../ui/plain/icon.tsx';
import { IconClipboardList, IconTable, IconUsers } from '../../../ui/plain/icons.ts';
import { IconDotsVertical, IconKey, IconPencil, IconVideo } from '../../../ui/feature-icons/icons.ts';
import { Menu, type MenuAction } from '../../../ui/plain/Menu.tsx';
import { Row } from '../../../ui/plain/layout/layout.tsx';
import type { Course } from './calls.ts';
import styles from './lists.module.css';
import { t } from '../../../base/t.ts';

export interface RowMeans {
  open: (dialog: 'edit' | 'meet' | 'code' | 'settings' | 'delete', id: number) => void;
  archive: (course: Course) => void;
  restore: (course: Course) => void;
}

const labelOf = (act: string, { name }: Course): string => t('classes.act.of', { act, name });

/** Shows the actions of a class as a menu with words, for its card, which has links to the class's pages. */
export function ClassMenu({ course, means }: { course: Course; means: RowMeans }) {
  const { id, name, is_archived, may_edit } = course;
  const { copy, link } = meetLinkOf(course);
  const ofStaff: MenuAction[] = is_archived
    ? []
    : [
        { label: t('classes.act.meet'), onSelect: () => means.open('meet', id) },
        { label: t('classes.act.code'), onSelect: () => means.open('code', id) },
        ...(may_edit ? [{ label: t('classes.act.edit'), onSelect: () => means.open('edit', id) }] : []),
      ];
  const actions =
    course.standing === 'staff' ? [...ofStaff, ...listMore(course, means)] : link ? [{ label: t('classes.act.meet'), onSelect: () => void copy() }] : [];
  if (actions.length === 0) return null;
  return <Menu label={t('classes.act.more', { name })} className={iconButtonClasses()} button={<IconDotsVertical size={20} />} actions={actions} />;
}

/** Lists the rarer actions of the staff of a class. */
const listMore = (course: Course, means: RowMeans): MenuAction[] => [
  ...(course.is_archived
    ? [{ label: t('classes.act.restore'), onSelect: () => means.restore(course) }]
    : [
        { label: t('classes.act.settings'), onSelect: () => means.open('settings', course.id) },
        { label: t('classes.act.archive'), onSelect: () => means.archive(course) },
      ]),
  ...(course.may_delete ? [{ label: t('classes.act.delete'), onSelect: () => means.open('delete', course.id) }] : []),
];

/** Shows the actions of a class: those of its staff, and the two of a student. */
export function RowActions({ course, means }: { course: Course; means: RowMeans }) {
  const { id, is_archived } = course;
  const isStaff = course.standing === 'staff';
  if (!isStaff)
    return (
      <Row as="span" inline wrap gap={2} align="stretch" justify="end" className={styles.actions}>
        <IconLink icon={IconClipboardList} to={`/class-classwork/${id}`} label={labelOf(t('classes.act.work'), course)} />
        <CopyMeetLink course={course} />
      </Row>
    );
  return (
    <Row as="span" inline wrap gap={2} align="stretch" justify="end" className={styles.actions}>
      <IconLink icon={IconClipboardList} to={`/class-classwork/${id}`} label={labelOf(t('classes.act.work'), course)} />
      {!is_archived && <IconButton icon={IconVideo} label={labelOf(t('classes.act.meet'), course)} onClick={() => means.open('meet', id)} />}
      <IconLink icon={IconTable} to={`/class-gradebook/${id}`} label={labelOf(t('classes.act.grades'), course)} />
      {!is_archived && <IconButton icon={IconKey} label={labelOf(t('classes.act.code'), course)} onClick={() => means.open('code', id)} />}
      <IconLink icon={IconUsers} to={`/class-people/${id}`} label={labelOf(t('classes.act.people'), course)} />
      {course.may_edit && !is_archived && (
        <IconButton icon={IconPencil} label={labelOf(t('classes.act.edit'), course)} onClick={() => means.open('edit', id)} />
      )}
      <Menu
        label={t('classes.act.more', { name: course.name })}
        className={iconButtonClasses()}
        button={<IconDotsVertical size={20} />}
        actions={listMore(course, means)}
      />
    </Row>
  );
}

/** A link shown as an icon, always with a name. */
function IconLink({ icon: Icon, to, label }: { icon: IconComponent; to: string; label: string }) {
  return (
    <Link to={to as '/home'} aria-label={label} title={label} className={iconButtonClasses()}>
      <Icon size={20} />
    </Link>
  );
}

function meetLinkOf(course: Course) {
  const link = course.local.google_meet_link;
  const copy = async () => {
    if (await copyText(link)) showSnack(t('classes.meet.copied'));
    else showSnack(t('classes.copyFailed'), { color: 'red' });
  };
  return { link, copy };
}

/** Shows a student's Video Meet: copies the link; without one there is nothing to copy. */
function CopyMeetLink({ course }: { course: Course }) {
  const { link, copy } = meetLinkOf(course);
  const label = labelOf(t('classes.act.meet'), course);
  return <IconButton icon={IconVideo} label={label} disabled={!link} {...(!link && { title: t('classes.meet.none') })} onClick={() => void copy()} />;
}
