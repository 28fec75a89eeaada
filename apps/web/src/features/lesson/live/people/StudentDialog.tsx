import type { CallResult } from '@classwright/contract/core/endpoint';
import type { liveStudentRespond } from '@classwright/contract/lesson/live/calls';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../base/api.ts';
import { timeWithSecondsOf } from '../../../../base/dates.ts';
import { Chip } from '../../../../ui/plain/Chip.tsx';
import { Dialog } from '../../../../ui/plain/Dialog.tsx';
import { IconCheck, IconClockExclamation, IconX } from '../../../../ui/plain/icons.ts';
import { LoadFailed } from '../../../../ui/plain/LoadFailed.tsx';
import { PhaseChip } from '../../../../ui/plain/PhaseChip.tsx';
import { SkeletonText } from '../../../../ui/plain/Skeleton.tsx';
import { RichTextView } from '../../../../ui/rich-text/RichTextView.tsx';
import { letterOf } from '../../../../lesson/moves/choices.ts';
import { Chosen } from '../feed/Chosen.tsx';
import { questionOf } from '../lesson/model.ts';
import { t } from '../../../../base/t.ts';
import { useLive, useModel, usePreferences, useStage } from '../use-live.ts';
import styles from './People.module.css';

type FormResponse = CallResult<typeof liveStudentRespond>['responses'][number];

/** Shows a student's answers in each opened form, including late ones. */
export function StudentDialog({ student, onClose }: { student: { id: number; name: string }; onClose: () => void }) {
  const { assessmentId } = useLive().lesson;
  const epoch = useModel((model) => model.known?.epoch ?? 0);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['lessons', assessmentId, 'student', student.id, epoch],
    queryFn: ({ signal }) =>
      api<typeof liveStudentRespond>('GET', '/live/learning/getstudentRespond', { query: { assessment_id: assessmentId, student_id: student.id }, signal }),
    staleTime: 0,
  });
  return (
    <Dialog opened onClose={onClose} title={t('teach.studentResponses', { name: student.name })} width={500}>
      <div className={styles.responses}>
        {data ? (
          data.responses.map((response) => <OneForm key={response.form} response={response} />)
        ) : error ? (
          <LoadFailed error={error} onRetry={() => void refetch()} pending={isFetching} />
        ) : (
          <SkeletonText lines={4} />
        )}
        {data?.responses.length === 0 && <p className={styles.nothing}>{t('teach.notYetOpened')}</p>}
      </div>
    </Dialog>
  );
}

function OneForm({ response: { form, post, late } }: { response: FormResponse }) {
  const question = useModel((model) => questionOf(model, form));
  const body = post?.body[0];
  const { showsFigures } = usePreferences();
  const isFinished = useStage() === 'finished';
  const chosen = question?.responses.find(({ id }) => id === body?.detail.response_id);
  // A mirrored laptop does not show right and wrong until asked.
  const verdict = chosen && (isFinished || showsFigures) ? chosen.is_valid : null;
  return (
    <section>
      <h3>
        <PhaseChip phase={form} />
        {post && <time dateTime={post.last_update}>{timeWithSecondsOf(post.last_update)}</time>}
      </h3>
      {body ? (
        <p className={styles.given}>
          <Chosen letter={letterOf(question, body.detail.response_id)} response={body.response} />
          {verdict !== null && (
            <Chip hue={verdict ? 'green' : 'red'} icon={verdict ? IconCheck : IconX}>
              {t(verdict ? 'teach.isRight' : 'teach.isWrong')}
            </Chip>
          )}
        </p>
      ) : (
        <p className={styles.nothing}>{t('teach.noAnswerYet')}</p>
      )}
      {body && body.comment.content.length > 0 && <RichTextView document={body.comment} className={styles.words} />}
      {late.map((answer, index) => (
        <div key={index} className={styles.lateAnswer}>
          <p className={styles.given}>
            <Chip hue="amber" icon={IconClockExclamation}>
              {t('teach.late')}
            </Chip>
            <Chosen letter={letterOf(question, answer.response_id)} response={answer.response} />
            <time dateTime={answer.received_at}>{timeWithSecondsOf(answer.received_at)}</time>
          </p>
          {answer.comment.content.length > 0 && <RichTextView document={answer.comment} className={styles.words} />}
        </div>
      ))}
    </section>
  );
}
