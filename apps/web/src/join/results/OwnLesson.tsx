import type { liveOwnAnswers } from '@classwright/contract/lesson/live/posts';
import type { OwnLessonView } from '@classwright/contract/lesson/live/views';
import type { RevealedQuestionView } from '@classwright/contract/class/assessments/views';
import { Card } from '../../ui/plain/Card.tsx';
import { LoadFailed } from '../../ui/plain/LoadFailed.tsx';
import { PhaseChip } from '../../ui/plain/PhaseChip.tsx';
import { SkeletonText } from '../../ui/plain/Skeleton.tsx';
import { MathText } from '../../ui/rich-text/MathText.tsx';
import { ask } from '../../lesson/ask.ts';
import { Comment } from '../lesson-screen/Comment.tsx';
import folded from '../lesson-screen/Discussing.module.css';
import { Correctness } from '../lesson-screen/Correctness.tsx';
import { Question } from '../lesson-screen/Question.tsx';
import { isRevealed, RevealedAnswers } from '../lesson-screen/RevealedAnswers.tsx';
import { SubmittedAnswer } from '../lesson-screen/SubmittedAnswer.tsx';
import { t } from '../../base/t.ts';
import { ClassRibbon } from '../../lesson/snapshot/ClassRibbon.tsx';
import { computeRightByForm } from '../../lesson/snapshot/class-right.ts';
import styles from './OwnLesson.module.css';
import { useLoad } from '../../lesson/use-load.ts';

type OwnAnswer = OwnLessonView['answers'][number];

/**
 * Shows a student's own ended lesson: the answers in each form, the right ones with reasons, and the teacher's
 * comments.
 */
export function OwnLesson({ assessmentId }: { assessmentId: number }) {
  const { value, problem, reload } = useLoad(`own ${assessmentId}`, () =>
    ask<typeof liveOwnAnswers>('GET', '/live/learning/student/answers', { query: { assessment_id: assessmentId } }),
  );
  if (!value) return problem ? <LoadFailed error={problem} onRetry={reload} /> : <SkeletonText lines={6} />;
  if (value.answers.length === 0) return null;
  return (
    <section className={styles.own} aria-labelledby="own-answers">
      <h2 id="own-answers" className={styles.heading}>
        {t('join.yourAnswers')}
      </h2>
      {value.questions.map((question) => (
        <OneQuestion key={question.id} question={question} answers={value.answers.filter(({ question_id }) => question_id === question.id)} />
      ))}
      <ClassRibbon forms={computeRightByForm(value)} />
    </section>
  );
}

/** Shows a question with the answers to it in order, and the right ones. */
function OneQuestion({ question, answers }: { question: RevealedQuestionView; answers: readonly OwnAnswer[] }) {
  const last = answers.findLast(({ post }) => post !== null)?.post?.body[0]?.detail.response_id ?? null;
  const said = answers.flatMap(({ post }) => post?.comments ?? []).filter((comment) => comment.by_staff || comment.replies.some(({ by_staff }) => by_staff));
  return (
    <Card className={styles.question} aria-label={question.title}>
      <h3 className={styles.title}>
        <MathText text={question.title} />
      </h3>
      <ul className={styles.answers}>
        {answers.map((answer) => (
          <li key={answer.form}>
            <div className={styles.line}>
              <PhaseChip phase={answer.form} />
              {answer.post?.is_correct != null && <Correctness correct={answer.post.is_correct} />}
            </div>
            {answer.post ? (
              <>
                <SubmittedAnswer
                  question={question}
                  response_id={answer.post.body[0]?.detail.response_id ?? null}
                  comment={answer.post.body[0]?.comment ?? ''}
                />
                {answer.post.filed_by === 'server' && <p className={styles.note}>{t('join.yourAnswerFiled')}</p>}
              </>
            ) : (
              <p className={styles.note}>{t('join.noAnswer')}</p>
            )}
            {answer.late.map((late, index) => (
              <div key={index} className={styles.late}>
                <p>{t('join.lateHere')}</p>
                <SubmittedAnswer question={question} {...late} />
              </div>
            ))}
          </li>
        ))}
      </ul>
      {isRevealed(question) && <RevealedAnswers question={question} ownResponseId={last} label={`${t('join.rightAnswers')}: ${question.title}`} />}
      {said.length > 0 && (
        <>
          <h4 className={styles.sub}>{t('join.teachersComments')}</h4>
          <ul className={styles.comments}>
            {said.map((comment) => (
              <Comment key={comment.id} comment={comment} onReply={null} />
            ))}
          </ul>
        </>
      )}
      <details className={folded.question}>
        <summary>{t('join.question')}</summary>
        <Question question={question} />
      </details>
    </Card>
  );
}
