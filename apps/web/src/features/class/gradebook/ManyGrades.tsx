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
  /** The address parameters: the dialog, the filters, and the start of the history. */
  search: GradebookSearch & { dialog: NonNullable<GradebookSearch['dialog']> };
  selection: Store<Selected>;
  mayEdit: boolean;
  /** Resolves when all typed grades are saved. */
  settle: () => Promise<unknown>;
  onDone: (actId: number | null, message: string) => void;
  onUndo: (actId: number) => Promise<unknown>;
  onClose: () => void;
}

/** Shows the dialog over the sheet: many grades are changed or returned, or their history is shown. */
export function ManyGrades({ courseId, grades, search, selection, mayEdit, settle, onDone, onUndo, onClose }: ManyGradesProps) {
  // fixed when the dialog opens: later selections do not affect it
  const [selected] = useState(selection.get);
  // typed text is kept if the class is archived in between
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
