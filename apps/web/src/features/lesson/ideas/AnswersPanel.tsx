import type { IdeaAnswers } from '@classwright/contract/lesson/ideas/calls';
import { useQuery } from '@tanstack/react-query';
import { dayOn } from '../../../base/dates.ts';
import { fullName } from '../../../base/full-name.ts';
import { t } from '../../../base/t.ts';
import { FullDialog } from '../../../ui/full-dialog/index.ts';
import { AppLink } from '../../../ui/plain/AppLink.tsx';
import { buttonClasses } from '../../../ui/plain/Button.tsx';
import { Chip } from '../../../ui/plain/Chip.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { Row, Stack, Text } from '../../../ui/plain/layout/layout.tsx';
import { MathText } from '../../../ui/rich-text/MathText.tsx';
import { RichTextView } from '../../../ui/rich-text/RichTextView.tsx';
import { IDEAS, loadAnswers } from './calls.ts';
import { Reasons } from './IdeaPanel.tsx';
import { wordsOf } from './IdeaTable.tsx';
import styles from './ideas.module.css';

/** Shows the answers behind one figure: the students who held an idea in a lesson, their words, and what moved them. */
export function AnswersPanel({ id, assessmentId, onClose }: { id: number; assessmentId: number; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...IDEAS, 'answers', id, assessmentId],
    queryFn: ({ signal }) => loadAnswers(id, assessmentId, signal),
  });
  return (
    <FullDialog
      reading
      title={data?.idea.name ?? t('list.idea')}
      onClose={onClose}
      primary={
        <AppLink to={`/live-snapshot?assessment_id=${assessmentId}`} className={buttonClasses()}>
          {t('idea.openLesson')}
        </AppLink>
      }
    >
      <Stack gap={20} className={styles.panel}>
        {!data ? (
          error ? (
            <LoadFailed error={error} pending={isFetching} onRetry={() => void refetch()} />
          ) : (
            <SkeletonText lines={8} />
          )
        ) : (
          <>
            <Text tone="dimmed" breaks>
              {t('idea.lessonTitle', { title: data.lesson.title, class: data.lesson.class_name, day: dayOn(data.lesson.held_on) })}
            </Text>
            {data.questions.length === 0 && <Text>{t('idea.notOffered')}</Text>}
            {data.questions.map((question) => (
              <Question key={question.position} question={question} />
            ))}
          </>
        )}
      </Stack>
    </FullDialog>
  );
}

function Question({ question }: { question: IdeaAnswers['questions'][number] }) {
  const { position, title, responses, holders, reasons } = question;
  const heading = `idea-holders-${position}`;
  return (
    <>
      <Stack as="section" gap={8} aria-labelledby={heading}>
        <h3 id={heading}>
          <MathText text={title} />
        </h3>
        {responses.map((response) => (
          <Text key={response} tone="dimmed" breaks>
            <MathText text={response} />
          </Text>
        ))}
        <Text>{wordsOf(question)}</Text>
        <Stack as="ul" gap={8} className={styles.plain}>
          {holders.map(({ account_id, comment, after, is_left, ...name }) => (
            <Stack as="li" key={account_id} gap={4} bordered radius="md" className={styles.card}>
              <Row wrap gap={8}>
                <Text as="span" weight={600}>
                  {fullName(name)}
                </Text>
                {position === 1 && <Chip hue={is_left ? 'green' : 'gray'}>{t(after === null ? 'idea.noSecond' : is_left ? 'idea.left' : 'idea.kept')}</Chip>}
              </Row>
              <RichTextView document={comment} />
              {is_left && after !== null && (
                <Text size={13} tone="dimmed" breaks>
                  <MathText text={t('idea.leftFor', { response: after })} />
                </Text>
              )}
            </Stack>
          ))}
        </Stack>
      </Stack>
      {position === 1 && <Reasons reasons={reasons} />}
    </>
  );
}
