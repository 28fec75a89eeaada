import { fullName } from '../../../base/full-name.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTitle } from '../../../base/use-title.ts';
import { useUser } from '../../../base/use-user.ts';
import { useFaultFocus } from '../../../ui/form/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { CheckField, TextField } from '../../../ui/plain/Field.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { ClassFrame, type Course } from '../classes/index.ts';
import { extraTimeKey, loadExtraTime, type Student } from './calls.ts';
import styles from './extra-time.module.css';
import { t } from '../../../base/t.ts';
import { useDraft } from './use-draft.ts';

/**
 * Shows the students of a class by last name, with their extra time in lessons. One percentage can be set for several
 * students.
 */
export function ExtraTimeScreen() {
  return <ClassFrame tab={null}>{(course) => <ExtraTime key={course.id} course={course} />}</ClassFrame>;
}

function ExtraTime({ course }: { course: Course }) {
  useTitle(t('extraTime.pageTitle', { name: course.name }));
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: extraTimeKey(course.id),
    queryFn: ({ signal }) => loadExtraTime(course.id, signal),
  });
  if (!data) return error ? <LoadFailed error={error} pending={isFetching} onRetry={() => void refetch()} /> : <SkeletonText lines={8} />;
  return (
    <section className={styles.page} aria-labelledby="extra-time-heading">
      <header className={styles.head}>
        <h2 id="extra-time-heading">{t('extraTime.title')}</h2>
        <p>{t('extraTime.about')}</p>
        <p>{t('extraTime.whoSees')}</p>
      </header>
      {data.data.length === 0 ? (
        <EmptyState title={t('extraTime.nobody')}>{t('extraTime.nobodyHint')}</EmptyState>
      ) : (
        <Students course={course} students={data.data} />
      )}
    </section>
  );
}

/** The maximum number of digits: those of the highest percentage, and one more to notice an excess. */
const MOST_LETTERS = 5;
const figures = { inputMode: 'numeric', autoComplete: 'off', maxLength: MOST_LETTERS, inside: <span className={styles.unit}>%</span> } as const;

function Students({ course, students }: { course: Course; students: readonly Student[] }) {
  const mayEdit = useUser().rights.includes('extra-time:edit') && !course.is_archived;
  const { form, focusFault } = useFaultFocus();
  const draft = useDraft(course.id, students, focusFault);
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const [percent, setPercent] = useState('');
  const chosen = students.flatMap(({ account_id }) => (ticked.has(account_id) ? [account_id] : []));
  return (
    <>
      {mayEdit && (
        <form
          className={styles.tools}
          onSubmit={(event) => {
            event.preventDefault();
            draft.type(chosen, percent);
          }}
        >
          <CheckField
            label={t('extraTime.all', { count: students.length })}
            checked={chosen.length === students.length}
            onChange={({ target }) => setTicked(new Set(target.checked ? students.map(({ account_id }) => account_id) : []))}
          />
          <TextField {...figures} label={t('extraTime.forChosen')} value={percent} onChange={({ target }) => setPercent(target.value)} />
          <Button type="submit" disabled={chosen.length === 0}>
            {t('extraTime.setChosen', { count: chosen.length })}
          </Button>
        </form>
      )}
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void draft.save();
        }}
      >
        <ul className={styles.list} aria-label={t('extraTime.title')}>
          {students.map((student) => {
            const { account_id: id } = student;
            const name = fullName(student);
            return (
              <li key={id} className={styles.student}>
                {mayEdit && (
                  <input
                    type="checkbox"
                    checked={ticked.has(id)}
                    aria-label={t('extraTime.tick', { name })}
                    onChange={({ target }) => setTicked((before) => new Set(target.checked ? [...before, id] : [...before].filter((other) => other !== id)))}
                  />
                )}
                <TextField
                  {...figures}
                  label={name}
                  aria-label={t('extraTime.of', { name })}
                  value={draft.valueOf(student)}
                  readOnly={!mayEdit}
                  error={draft.faults.get(id)}
                  onChange={({ target }) => draft.type([id], target.value)}
                />
              </li>
            );
          })}
        </ul>
        {mayEdit && (
          <div className={styles.foot}>
            {draft.trouble !== undefined && <Notice>{draft.trouble}</Notice>}
            <div className={styles.acts}>
              <span role="status">{draft.changed > 0 && t('extraTime.changes', { count: draft.changed })}</span>
              {draft.changed > 0 && (
                <Button disabled={draft.isSaving} onClick={draft.discard}>
                  {t('extraTime.discard')}
                </Button>
              )}
              <Button type="submit" variant="filled" pending={draft.isSaving} disabled={draft.changed === 0}>
                {t('common.save')}
              </Button>
            </div>
          </div>
        )}
      </form>
    </>
  );
}
