import type { liveOwnAnswers } from '@classwright/contract/lesson/live/posts';
import type { OwnLessonView } from '@classwright/contract/lesson/live/views';
import type { RevealedQuestionView } from '@classwright/contract/class/assessments/views';
import { Card } from '../../ui/plain/Card.tsx';
import { LoadFailed } from '../../ui/plain/LoadFailed.tsx';
import { PhaseChip } from '../../ui/plain/PhaseChip.tsx';
import { SkeletonText } from '../../ui/plain/Skeleton.tsx';
import { Box, Row, Stack, Text } from '../../ui/plain/layout/layout.tsx';
import { MathText } from '../../ui/rich-text/MathText.tsx';
import { ask } from '../../lesson/ask.ts';
import { Comment } from '../lesson-screen/Comment.tsx';
import folded from '../lesson-screen/Discussing.module.css';
import { Correctness } from '../lesson-screen/Correctness.tsx';
import { Question } from '../lesson-screen/Question.tsx';
import { isRevealed, RevealedAnswers } from '../lesson-screen/RevealedAnswers.tsx';
import { SubmittedAnswer } from '../lesson-screen/SubmittedAnswer.tsx';
import { t } from '../../base/t.ts';
import { type Leg, OwnWay } from '../../lesson/snapshot/OwnWay.tsx';
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
    <Stack as="section" gap={12} aria-labelledby="own-answers">
      <OwnWay legs={listLegs(value)} sameWay={value.same_way} />
      <h2 id="own-answers" className={styles.heading}>
        {t('join.yourAnswers')}
      </h2>
      {value.questions.map((question) => (
        <OneQuestion key={question.id} question={question} answers={value.answers.filter(({ question_id }) => question_id === question.id)} />
      ))}
      <ClassRibbon forms={computeRightByForm(value)} />
    </Stack>
  );
}

/** Lists the student's answers in the forms that were asked, in order; none before the lesson has finished. */
function listLegs({ questions, answers }: OwnLessonView): Leg[] {
  if (!questions.some(isRevealed)) return [];
  return answers.flatMap(({ form, question_id, post, late }) => {
    const question = questions.find(({ id }) => id === question_id);
    const isLate = late.some(({ response_id }) => response_id !== null);
    return question ? [{ form, question, chosen: post?.body[0]?.detail.response_id ?? null, isRight: post?.is_correct ?? false, isLate }] : [];
  });
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
      <Stack as="ul" gap={12}>
        {answers.map((answer) => (
          <li key={answer.form}>
            <Row wrap gap={12} rowGap={4} justify="between" className={styles.line}>
              <PhaseChip phase={answer.form} />
              {answer.post?.is_correct != null && <Correctness correct={answer.post.is_correct} />}
            </Row>
            {answer.post ? (
              <>
                <SubmittedAnswer
                  question={question}
                  response_id={answer.post.body[0]?.detail.response_id ?? null}
                  comment={answer.post.body[0]?.comment ?? ''}
                />
                {answer.post.filed_by === 'server' && (
                  <Text tone="dimmed" above={4}>
                    {t('join.yourAnswerFiled')}
                  </Text>
                )}
              </>
            ) : (
              <Text tone="dimmed" above={4}>
                {t('join.noAnswer')}
              </Text>
            )}
            {answer.late.map((late, index) => (
              <Box key={index} above={8} radius="lg" className={styles.late}>
                <p>{t('join.lateHere')}</p>
                <SubmittedAnswer question={question} {...late} />
              </Box>
            ))}
          </li>
        ))}
      </Stack>
      {isRevealed(question) && <RevealedAnswers question={question} ownResponseId={last} label={`${t('join.rightAnswers')}: ${question.title}`} />}
      {said.length > 0 && (
        <>
          <Text as="h4" size={13} weight={650} leading={1.4} tone="dimmed">
            {t('join.teachersComments')}
          </Text>
          <Stack as="ul" gap={12}>
            {said.map((comment) => (
              <Comment key={comment.id} comment={comment} onReply={null} />
            ))}
          </Stack>
        </>
      )}
      <details className={folded.question}>
        <summary>{t('join.question')}</summary>
        <Question question={question} />
      </details>
    </Card>
  );
}
