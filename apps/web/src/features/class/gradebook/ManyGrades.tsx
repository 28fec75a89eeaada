import { useState } from 'react';
import type { Store } from '../../../base/store.ts';
import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';
import type { GradebookState } from './gradebook-state.ts';
import type { GradebookSearch } from './search.ts';
import type { Selected } from './selected.ts';
import { useShown } from './use-rows.ts';

const ActDialog = lazyScreen(() => import('./acts/ActDialog.tsx'), 'ActDialog');
const ReturnDialog = lazyScreen(() => import('./acts/ReturnDialog.tsx'), 'ReturnDialog');
const HistoryDialog = lazyScreen(() => import('./history/HistoryDialog.tsx'), 'HistoryDialog');

interface ManyGradesProps {
  courseId: number;
  grades: GradebookState;
  /** Which dialog it is, what the filters leave, and what the history begins with. */
  search: GradebookSearch & { dialog: NonNullable<GradebookSearch['dialog']> };
  selection: Store<Selected>;
  mayEdit: boolean;
  /** Resolves when what was typed is saved. */
  settle: () => Promise<unknown>;
  onDone: (actId: number | null, message: string) => void;
  onUndo: (actId: number) => Promise<unknown>;
  onClose: () => void;
}

/** The dialog that is open over the sheet: many grades are changed or returned, or their history is looked at. */
export function ManyGrades({ courseId, grades, search, selection, mayEdit, settle, onDone, onUndo, onClose }: ManyGradesProps) {
  // as the dialog opens: what is beside it changes nothing in it any more
  const [selected] = useState(selection.get);
  // what was typed stays when the class is archived meanwhile
  const [couldEdit] = useState(mayEdit);
  const shown = useShown(grades, search);
  const { items, students } = grades.current;
  if (search.dialog === 'history')
    return (
      <HistoryDialog
        courseId={courseId}
        items={items}
        students={students}
        itemId={search.item ?? (selected?.kind === 'item' ? selected.id : undefined)}
        studentId={search.student ?? (selected?.kind === 'student' ? selected.id : undefined)}
        onUndo={mayEdit ? onUndo : undefined}
        onClose={onClose}
      />
    );
  if (!couldEdit) return null;
  const among = {
    items: items.filter(({ isPosted }) => isPosted),
    students: students.filter(({ hasLeft }) => !hasLeft),
    shownItems: shown.items.flatMap((place) => (items[place]?.isPosted ? [items[place].id] : [])),
    shownStudents: shown.rows.flatMap((place) => (students[place]!.hasLeft ? [] : [students[place]!.id])),
    selected,
  };
  const Open = search.dialog === 'act' ? ActDialog : ReturnDialog;
  return <Open {...{ courseId, among, settle, onDone, onClose }} />;
}
