import type { studentGradeBook } from '@classwright/contract/class/gradebook/calls';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, isApiError } from '../../../../base/api.ts';
import { useEvent } from '../../../../base/use-event.ts';
import { usePageSearch } from '../../../../base/use-page-search.ts';
import { SelectField } from '../../../../ui/form/index.ts';
import { EmptyState } from '../../../../ui/plain/EmptyState.tsx';
import { LoadFailed } from '../../../../ui/plain/LoadFailed.tsx';
import { NotFound } from '../../../../ui/plain/NotFound.tsx';
import { PageHeader } from '../../../../ui/plain/PageHeader.tsx';
import { PrintHead } from '../../../../ui/print/PrintHead.tsx';
import { SkeletonText } from '../../../../ui/plain/Skeleton.tsx';
import { useClassRoom } from '../../classes/index.ts';
import { parseOwnGradesSearch } from '../search.ts';
import { OwnGradeBookView } from './OwnGradeBookView.tsx';
import styles from './student.module.css';
import { t } from '../../../../base/t.ts';

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Shows a student's own grades in one class. */
export function StudentGradebookScreen() {
  const { search, replace } = usePageSearch(parseOwnGradesSearch);
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery({
    queryKey: ['class', search.class ?? 'first', 'own-gradebook'],
    queryFn: ({ signal }) =>
      api<typeof studentGradeBook>('GET', '/student/grade-book', { query: search.class === undefined ? {} : { class: search.class }, signal }),
  });
  const gradebook = data?.gradebook ?? null;
  const courseId = search.class ?? gradebook?.course_id;
  // Figures change when work becomes due.
  useEffect(() => {
    if (!gradebook?.next_due_at) return undefined;
    const inMs = Date.parse(gradebook.next_due_at) - Date.parse(gradebook.as_of) - (Date.now() - dataUpdatedAt) + 1_000;
    if (inMs > LONGEST_TIMER_MS) return undefined;
    const timer = setTimeout(() => void refetch(), Math.max(1_000, inMs));
    return () => clearTimeout(timer);
  }, [gradebook, dataUpdatedAt, refetch]);
  const toClass = useEvent((id: number) => replace({ class: id }));
  // The address names the class that is shown, so that it can be linked and shared.
  const first = search.class === undefined ? gradebook?.course_id : undefined;
  useEffect(() => {
    if (first !== undefined) toClass(first);
  }, [first, toClass]);
  if (!data && isApiError(error) && error.status === 404) return <NotFound />;
  return (
    <>
      <PrintHead />
      {search.class !== undefined && <Follow key={`room ${search.class}`} courseId={search.class} />}
      <PageHeader
        title={t('ownGrades.title')}
        sub={t('ownGrades.sub')}
        actions={
          data && data.classes.length > 0 ? (
            <div className={styles.choose}>
              <SelectField
                label={t('ownGrades.class')}
                value={courseId ?? ''}
                onChange={({ target }) => replace({ class: Number(target.value) })}
                options={data.classes.map(({ id, name }) => ({ value: String(id), label: name }))}
              />
            </div>
          ) : undefined
        }
      />
      {error && !data ? (
        <LoadFailed error={error} onRetry={() => void refetch()} pending={isFetching} />
      ) : !data ? (
        <SkeletonText lines={8} />
      ) : gradebook === null ? (
        <EmptyState title={t('ownGrades.noClass')}>{t('ownGrades.noClassHint')}</EmptyState>
      ) : (
        <OwnGradeBookView key={gradebook.course_id} book={gradebook} />
      )}
    </>
  );
}

function Follow({ courseId }: { courseId: number }) {
  useClassRoom(courseId, false);
  return null;
}
