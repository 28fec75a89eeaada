import type { OwnGradeEntry, studentGradeHistory } from '@classwright/contract/class/gradebook/acts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../base/api.ts';
import { momentOf } from '../../../../base/dates.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { Dialog } from '../../../../ui/plain/Dialog.tsx';
import { LoadFailed } from '../../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../../ui/plain/Skeleton.tsx';
import { pointsText } from '../numbers.ts';
import styles from './student.module.css';
import { t } from '../../../../base/t.ts';

interface OwnHistoryDialogProps {
  courseId: number;
  item: { id: number; title: string };
  onClose: () => void;
}

function wordsOf({ kind, grade, was, maxPoints }: OwnGradeEntry): string {
  const inWords = (points: number | null): string => {
    if (points === null) return t('ownGrades.history.none');
    return maxPoints === null ? pointsText(points) : t('ownGrades.gradeOf', { grade: pointsText(points), points: pointsText(maxPoints) });
  };
  if (kind === 'taken-back')
    return t(grade === null ? 'ownGrades.history.takenBack' : 'ownGrades.history.takenBackTo', { grade: inWords(grade), was: inWords(was) });
  if (kind === 'changed') return t('ownGrades.history.changed', { grade: inWords(grade), was: inWords(was) });
  return t(grade === null ? 'ownGrades.history.returnedWithout' : 'ownGrades.history.returned', { grade: inWords(grade) });
}

/** Shows the history of a student's own grade since it was first returned, newest first. */
export function OwnHistoryDialog({ courseId, item, onClose }: OwnHistoryDialogProps) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['class', courseId, 'own-gradebook', 'history', item.id],
    queryFn: ({ signal }) => api<typeof studentGradeHistory>('GET', '/student/grade-book/history', { query: { course_work_id: item.id }, signal }),
  });
  return (
    <Dialog opened onClose={onClose} shape="full" title={t('ownGrades.history')} footer={<Button onClick={onClose}>{t('common.close')}</Button>}>
      <p className={styles.pastOf} dir="auto">
        {item.title}
      </p>
      {data ? (
        <ol className={styles.entries}>
          {data.history.map((entry) => (
            <li key={entry.at}>
              <strong>{wordsOf(entry)}</strong>
              <small>{momentOf(entry.at)}</small>
            </li>
          ))}
        </ol>
      ) : error ? (
        <LoadFailed error={error} pending={isFetching} onRetry={() => void refetch()} />
      ) : (
        <SkeletonText lines={3} />
      )}
    </Dialog>
  );
}
