import { NAMES_AT_FIRST } from '@classwright/rules/results/attention';
import { fullName } from '../../../../base/full-name.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dayOf } from '../../../../base/dates.ts';
import { showSnack } from '../../../../base/snackbar.ts';
import { usePageSearch } from '../../../../base/use-page-search.ts';
import { useTitle } from '../../../../base/use-title.ts';
import { SwitchField } from '../../../../ui/form/index.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { EmptyState } from '../../../../ui/plain/EmptyState.tsx';
import { LoadFailed } from '../../../../ui/plain/LoadFailed.tsx';
import { useIsPrinting } from '../../../../ui/print/PrintHead.tsx';
import { lazyScreen } from '../../../../ui/plain/lazy-screen.tsx';
import { SkeletonText } from '../../../../ui/plain/Skeleton.tsx';
import { Grid, Row, Text } from '../../../../ui/plain/layout/layout.tsx';
import { ClassFrame, type Course } from '../../../class/classes/index.ts';
import styles from './attention.module.css';
import { type AttentionStudent, attentionKey, loadAttention } from './calls.ts';
import { DismissDialog } from './DismissDialog.tsx';
import { type FactStudent, LessonFacts } from './LessonFacts.tsx';
import { parseAttentionSearch } from './search.ts';
import { StudentCard } from './StudentCard.tsx';
import { dismissAgain, restoreToList } from './undo-dismiss.ts';
import { t } from '../../../../base/t.ts';

const WriteDialog = lazyScreen(() => import('../../../class/announcements/index.ts'), 'AnnouncementFormDialog');

/**
 * Shows what happened in a class's newest lesson, and the students who need attention, with reasons: over its last
 * lessons and work, or as they were after one lesson.
 */
export function AttentionScreen() {
  return <ClassFrame tab={null}>{(course) => <Attention key={course.id} course={course} />}</ClassFrame>;
}

type Act = { kind: 'write'; students: readonly FactStudent[] } | { kind: 'done'; students: readonly AttentionStudent[] };

function Attention({ course }: { course: Course }) {
  useTitle(t('attention.pageTitle', { name: course.name }));
  const { search, replace } = usePageSearch(parseAttentionSearch);
  const { assessment_id, done: isWithDone = false } = search;
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const [act, setAct] = useState<Act | null>(null);
  const [isWhole, setIsWhole] = useState(false);
  const isPrinting = useIsPrinting();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...attentionKey(course.id), assessment_id ?? 'class'],
    queryFn: ({ signal }) => loadAttention({ course_id: course.id, ...(assessment_id ? { assessment_id } : {}) }, signal),
  });
  if (!data) return error ? <LoadFailed error={error} pending={isFetching} onRetry={() => void refetch()} /> : <SkeletonText lines={8} />;
  const shown = data.data.filter(({ done }) => isWithDone || done === null);
  const undone = data.data.filter(({ done }) => done === null).length;
  const putAway = data.data.length - undone;
  const chosen = shown.filter(({ account_id }) => ticked.has(account_id));
  // Students who are already dismissed keep their note.
  const open = chosen.filter(({ done }) => done === null);
  const listed = isWhole || isPrinting ? shown : shown.slice(0, NAMES_AT_FIRST);
  const close = () => setAct(null);
  return (
    <Grid as="section" gap={16} className={styles.page} aria-labelledby="attention-heading">
      <Grid as="header" gap={4} items="start" className={styles.head}>
        <h2 id="attention-heading">{t('attention.title')}</h2>
        <Text size={13} tone="dimmed">
          {aboutOf(data, assessment_id !== undefined)}
        </Text>
        {assessment_id !== undefined && (
          <Button variant="link" onClick={() => replace(isWithDone ? { done: true } : {})}>
            {t('attention.wholeClass')}
          </Button>
        )}
      </Grid>
      {data.lesson && data.facts.length > 0 && (
        <LessonFacts
          facts={data.facts}
          title={t('attention.facts', { title: data.lesson.title, day: dayOf(data.lesson.ended_at) })}
          isArchived={course.is_archived}
          onWrite={(students) => setAct({ kind: 'write', students })}
        />
      )}
      {data.data.length > 0 && <h3 className={styles.heading}>{t('attention.names', { count: undone })}</h3>}
      {data.data.length === 0 ? (
        <EmptyState title={t(data.lesson ? 'attention.nobody' : 'attention.noLesson')}>
          {t(data.lesson ? 'attention.nobodyHint' : 'attention.noLessonHint')}
        </EmptyState>
      ) : (
        <>
          <Row wrap gap={12} rowGap={8}>
            <Row as="label" inline gap={8} className={styles.all}>
              <input
                type="checkbox"
                checked={chosen.length > 0 && chosen.length === shown.length}
                disabled={shown.length === 0}
                onChange={(event) => setTicked(new Set(event.target.checked ? shown.map(({ account_id }) => account_id) : []))}
              />
              {t('attention.all', { count: shown.length })}
            </Row>
            <Button disabled={chosen.length === 0 || course.is_archived} onClick={() => setAct({ kind: 'write', students: chosen })}>
              {t('attention.writeMany', { count: chosen.length })}
            </Button>
            <Button disabled={open.length === 0 || course.is_archived} onClick={() => setAct({ kind: 'done', students: open })}>
              {t('attention.doneMany', { count: open.length })}
            </Button>
            {putAway > 0 && (
              <SwitchField
                label={t('attention.showDone', { count: putAway })}
                checked={isWithDone}
                onChange={(on) => replace(({ done: _before, ...others }) => ({ ...others, ...(on ? { done: true } : {}) }))}
              />
            )}
          </Row>
          {shown.length === 0 && <EmptyState title={t('attention.allDone')} />}
          <Grid as="ul" gap={8}>
            {listed.map((student) => (
              <StudentCard
                key={student.account_id}
                student={student}
                isTicked={ticked.has(student.account_id)}
                isArchived={course.is_archived}
                onTick={(on) => setTicked((before) => toggled(before, student.account_id, on))}
                onWrite={() => setAct({ kind: 'write', students: [student] })}
                onDone={() => setAct({ kind: 'done', students: [student] })}
                onBack={() =>
                  void restoreToList(course.id, [student.account_id]).then(
                    (message) => showSnack(message, { undo: () => dismissAgain(course.id, student) }),
                    sayWhy,
                  )
                }
              />
            ))}
          </Grid>
          {listed.length < shown.length && (
            <Button className={styles.more} onClick={() => setIsWhole(true)}>
              {t('attention.more', { count: shown.length - listed.length })}
            </Button>
          )}
        </>
      )}
      {act?.kind === 'done' && <DismissDialog courseId={course.id} students={act.students} onClose={close} onDone={() => setTicked(new Set())} />}
      {act?.kind === 'write' && (
        <WriteDialog
          row={null}
          to={{
            course: { id: course.id, name: course.name },
            students: act.students.map(({ account_id, ...name }) => ({ id: account_id, name: fullName(name) })),
          }}
          onClose={close}
        />
      )}
    </Grid>
  );
}

const sayWhy = (failure: unknown): void => showSnack(errorText(failure), { color: 'red', timeout: 10_000 });

function toggled(before: ReadonlySet<number>, id: number, on: boolean): ReadonlySet<number> {
  const after = new Set(before);
  if (on) after.add(id);
  else after.delete(id);
  return after;
}

/** Returns a text about the scope of the list. */
function aboutOf({ lesson, lessons }: { lesson: { title: string; ended_at: string } | null; lessons: number }, isOfOne: boolean): string {
  if (!lesson) return t('attention.aboutWork');
  const of = { title: lesson.title, day: dayOf(lesson.ended_at) };
  return isOfOne ? t('attention.aboutLesson', of) : t('attention.aboutClass', { count: lessons, ...of });
}
