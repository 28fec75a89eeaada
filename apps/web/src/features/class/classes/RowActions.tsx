import { Link } from '@tanstack/react-router';
import { copyText } from '../../../base/copy-text.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { IconButton } from '../../../ui/plain/IconButton.tsx';
import { iconButtonClasses } from '../../../ui/plain/icon-button-classes.ts';
import type { IconComponent } from '../../../ui/plain/icon.tsx';
import { IconClipboardList, IconTable, IconUsers } from '../../../ui/plain/icons.ts';
import { IconDotsVertical, IconKey, IconPencil, IconVideo } from '../../../ui/feature-icons/icons.ts';
import { Menu, type MenuAction } from '../../../ui/plain/Menu.tsx';
import type { Course } from './calls.ts';
import styles from './lists.module.css';
import { t } from '../../../base/t.ts';

export interface RowMeans {
  open: (dialog: 'edit' | 'meet' | 'code' | 'settings' | 'delete', id: number) => void;
  archive: (course: Course) => void;
  restore: (course: Course) => void;
}

const labelOf = (act: string, { name }: Course): string => t('classes.act.of', { act, name });

/** Shows the actions of a class: those of its staff, and the two of a student. */
export function RowActions({ course, means }: { course: Course; means: RowMeans }) {
  const { id, is_archived } = course;
  const isStaff = course.standing === 'staff';
  if (!isStaff)
    return (
      <span className={styles.actions}>
        <IconLink icon={IconClipboardList} to={`/class-classwork/${id}`} label={labelOf(t('classes.act.work'), course)} />
        <CopyMeetLink course={course} />
      </span>
    );
  const more: MenuAction[] = [
    ...(is_archived
      ? [{ label: t('classes.act.restore'), onSelect: () => means.restore(course) }]
      : [
          { label: t('classes.act.settings'), onSelect: () => means.open('settings', id) },
          { label: t('classes.act.archive'), onSelect: () => means.archive(course) },
        ]),
    ...(course.may_delete ? [{ label: t('classes.act.delete'), onSelect: () => means.open('delete', id) }] : []),
  ];
  return (
    <span className={styles.actions}>
      <IconLink icon={IconClipboardList} to={`/class-classwork/${id}`} label={labelOf(t('classes.act.work'), course)} />
      {!is_archived && <IconButton icon={IconVideo} label={labelOf(t('classes.act.meet'), course)} onClick={() => means.open('meet', id)} />}
      <IconLink icon={IconTable} to={`/class-gradebook/${id}`} label={labelOf(t('classes.act.grades'), course)} />
      {!is_archived && <IconButton icon={IconKey} label={labelOf(t('classes.act.code'), course)} onClick={() => means.open('code', id)} />}
      <IconLink icon={IconUsers} to={`/class-people/${id}`} label={labelOf(t('classes.act.people'), course)} />
      {course.may_edit && !is_archived && (
        <IconButton icon={IconPencil} label={labelOf(t('classes.act.edit'), course)} onClick={() => means.open('edit', id)} />
      )}
      <Menu label={t('classes.act.more', { name: course.name })} className={iconButtonClasses()} button={<IconDotsVertical size={20} />} actions={more} />
    </span>
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

/** Shows a student's Video Meet: copies the link; without one there is nothing to copy. */
function CopyMeetLink({ course }: { course: Course }) {
  const link = course.local.google_meet_link;
  const copy = async () => {
    if (await copyText(link)) showSnack(t('classes.meet.copied'));
    else showSnack(t('classes.copyFailed'), { color: 'red' });
  };
  const label = labelOf(t('classes.act.meet'), course);
  return <IconButton icon={IconVideo} label={label} disabled={!link} {...(!link && { title: t('classes.meet.none') })} onClick={() => void copy()} />;
}
