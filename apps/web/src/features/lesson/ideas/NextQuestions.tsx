import type { NextQuestionView } from '@classwright/contract/lesson/ideas/calls';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { dayOn } from '../../../base/dates.ts';
import { t } from '../../../base/t.ts';
import { useUser } from '../../../base/use-user.ts';
import { AppLink } from '../../../ui/plain/AppLink.tsx';
import { Button, buttonClasses } from '../../../ui/plain/Button.tsx';
import { Dialog } from '../../../ui/plain/Dialog.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { Row, Stack, Text } from '../../../ui/plain/layout/layout.tsx';
import { MathText } from '../../../ui/rich-text/MathText.tsx';
import { IDEAS, loadNextQuestions, tallyText } from './calls.ts';
import styles from './ideas.module.css';

interface NextQuestionsProps {
  classId: number;
  ideaId?: number | undefined;
  /** Takes a question. Left out: a new assessment starts with it. */
  onChoose?: (questionId: number) => void;
}

/** Lists questions that about half of a class should have right alone, each with the reason why it is proposed. */
export function NextQuestions({ classId, ideaId, onChoose }: NextQuestionsProps) {
  const { rights } = useUser();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...IDEAS, 'next', classId, ideaId ?? null],
    queryFn: ({ signal }) => loadNextQuestions({ class_id: classId, ...(ideaId !== undefined && { idea_id: ideaId }) }, signal),
  });
  if (!data) return error ? <LoadFailed error={error} pending={isFetching} onRetry={() => void refetch()} /> : <SkeletonText lines={6} />;
  if (data.data.length === 0)
    return (
      <EmptyState compact title={t('nextQuestion.none')}>
        {t('nextQuestion.noneHint')}
      </EmptyState>
    );
  return (
    <Stack gap={12}>
      <Text size={14} tone="dimmed">
        {t('nextQuestion.about')}
      </Text>
      <Stack as="ol" gap={8} className={styles.plain}>
        {data.data.map((question) => (
          <Stack as="li" key={question.question_id} gap={6} bordered radius="md" className={styles.card}>
            <Text weight={600} breaks>
              <MathText text={question.title} />
            </Text>
            <Text size={14} breaks>
              {reasonsFor(question, data.class_name).join(' ')}
            </Text>
            <Row wrap gap={8}>
              {onChoose && (
                <Button
                  size="s"
                  variant="light"
                  aria-label={t('nextQuestion.chooseNamed', { title: question.title })}
                  onClick={() => onChoose(question.question_id)}
                >
                  {t('nextQuestion.choose')}
                </Button>
              )}
              {!onChoose && rights.includes('assessments:create') && (
                <AppLink
                  to={`/assessments?create=true&question=${question.question_id}&in_class=${classId}`}
                  className={buttonClasses({ size: 's', variant: 'light' })}
                  aria-label={t('nextQuestion.planNamed', { title: question.title })}
                >
                  {t('nextQuestion.plan')}
                </AppLink>
              )}
              <AppLink to={`/all-questions?view=${question.question_id}`} {...(onChoose && { target: '_blank' })}>
                {t('nextQuestion.open')}
              </AppLink>
            </Row>
          </Stack>
        ))}
      </Stack>
    </Stack>
  );
}

/** Returns the sentences that say why a question is proposed. */
function reasonsFor({ ideas, expected, answered, asked_on }: NextQuestionView, className: string): string[] {
  const percent = Math.round(expected * 100);
  const [idea] = ideas;
  return [
    ...(idea ? [t('nextQuestion.why.held', { held: tallyText(idea.held), name: idea.name, day: dayOn(idea.held_on) })] : [t('nextQuestion.why.related')]),
    answered > 0 ? t('nextQuestion.why.expected', { percent, count: answered }) : t('nextQuestion.why.unknown', { percent }),
    asked_on === null ? t('nextQuestion.why.never', { class: className }) : t('nextQuestion.why.asked', { class: className, day: dayOn(asked_on) }),
  ];
}

/** Shows the proposals in a dialog. */
export function NextQuestionsDialog({ onClose, ...props }: NextQuestionsProps & { onClose: () => void }): ReactNode {
  return (
    <Dialog opened onClose={onClose} width={760} title={t('nextQuestion.title')}>
      <NextQuestions {...props} />
    </Dialog>
  );
}
