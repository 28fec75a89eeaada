import { lazyScreen } from '../../ui/plain/lazy-screen.tsx';
import type { Book } from './book.ts';
import type { GradebookSearch } from './search.ts';

const ActDialog = lazyScreen(() => import('./acts/ActDialog.tsx'), 'ActDialog');
const ReturnDialog = lazyScreen(() => import('./acts/ReturnDialog.tsx'), 'ReturnDialog');
const HistoryDialog = lazyScreen(() => import('./history/HistoryDialog.tsx'), 'HistoryDialog');

interface ManyGradesProps {
  dialog: NonNullable<GradebookSearch['dialog']>;
  courseId: number;
  book: Pick<Book, 'items' | 'students'>;
  mayEdit: boolean;
  onDone: (actId: number | null, message: string) => void;
  onUndo: (actId: number) => Promise<unknown>;
  /** What the history begins with; undefined: all of it. */
  itemId: number | undefined;
  studentId: number | undefined;
  onClose: () => void;
}

/** The dialog that is open over the sheet: many grades are changed or returned, or their history is looked at. */
export function ManyGrades({ dialog, courseId, book, mayEdit, onDone, onUndo, itemId, studentId, onClose }: ManyGradesProps) {
  const { items, students } = book;
  if (dialog === 'history')
    return (
      <HistoryDialog
        courseId={courseId}
        items={items}
        students={students}
        itemId={itemId}
        studentId={studentId}
        onUndo={mayEdit ? onUndo : undefined}
        onClose={onClose}
      />
    );
  if (!mayEdit) return null;
  const posted = items.filter(({ isPosted }) => isPosted);
  const Open = dialog === 'act' ? ActDialog : ReturnDialog;
  return <Open courseId={courseId} items={posted} students={students} onDone={onDone} onClose={onClose} />;
}
