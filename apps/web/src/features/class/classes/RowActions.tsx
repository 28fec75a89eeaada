import { copyText } from '../../../base/copy-text.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { IconClipboardList, IconTable, IconUsers } from '../../../ui/plain/icons.ts';
import { type RowAct, RowActs } from '../../../ui/data-table/index.ts';
import { IconVideo } from '../../../ui/feature-icons/icons.ts';
import type { Course } from './calls.ts';
import { t } from '../../../base/t.ts';

export interface RowMeans {
  open: (dialog: 'edit' | 'meet' | 'code' | 'settings' | 'delete', id: number) => void;
  archive: (course: Course) => void;
  restore: (course: Course) => void;
}

const labelOf = (act: string, { name }: Course): string => t('classes.act.of', { act, name });

/** Shows the actions of a class as a menu with words, for its card, which has links to the class's pages. */
export function ClassMenu({ course, means }: { course: Course; means: RowMeans }) {
  const { copy, link } = meetLinkOf(course);
  const acts: [string, () => void][] = course.standing === 'staff' ? listDialogs(course, means) : link ? [[t('classes.act.meet'), () => void copy()]] : [];
  if (acts.length === 0) return null;
  const { name } = course;
  return <RowActs name={name} open={0} acts={acts.map(([words, onSelect]) => ({ words, label: labelOf(words, course), onSelect }))} />;
}

/** Lists the actions of the staff of a class that open a dialog, and archiving. */
function listDialogs(course: Course, means: RowMeans): [string, () => void][] {
  const { id, is_archived, may_edit, may_delete } = course;
  const remove: [string, () => void][] = may_delete ? [[t('classes.act.delete'), () => means.open('delete', id)]] : [];
  if (is_archived) return [[t('classes.act.restore'), () => means.restore(course)], ...remove];
  return [
    [t('classes.act.meet'), () => means.open('meet', id)],
    [t('classes.act.code'), () => means.open('code', id)],
    ...(may_edit ? ([[t('classes.act.edit'), () => means.open('edit', id)]] satisfies [string, () => void][]) : []),
    [t('classes.act.settings'), () => means.open('settings', id)],
    [t('classes.act.archive'), () => means.archive(course)],
    ...remove,
  ];
}

/** Shows the actions of a class: those of its staff, and the two of a student. */
export function RowActions({ course, means }: { course: Course; means: RowMeans }) {
  const { id, name } = course;
  const { link, copy } = meetLinkOf(course);
  const act = (words: string, more: Omit<RowAct, 'words' | 'label'>): RowAct => ({ words, label: labelOf(words, course), ...more });
  const work = act(t('classes.act.work'), { icon: IconClipboardList, to: `/class-classwork/${id}` });
  if (course.standing !== 'staff')
    return (
      <RowActs
        name={name}
        acts={[
          work,
          act(t('classes.act.meet'), { icon: IconVideo, disabled: !link, hint: link ? undefined : t('classes.meet.none'), onSelect: () => void copy() }),
        ]}
      />
    );
  return (
    <RowActs
      name={name}
      open={2}
      acts={[
        work,
        act(t('classes.act.grades'), { icon: IconTable, to: `/class-gradebook/${id}` }),
        act(t('classes.act.people'), { icon: IconUsers, to: `/class-people/${id}` }),
        ...listDialogs(course, means).map(([words, onSelect]) => act(words, { onSelect })),
      ]}
    />
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
