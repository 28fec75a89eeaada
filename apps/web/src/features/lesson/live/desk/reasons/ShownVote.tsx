import type { StaffQuestionView } from '@classwright/contract/class/assessments/views';
import type { StaffVoteView } from '@classwright/contract/lesson/live/reasons';
import { Button } from '../../../../../ui/plain/Button.tsx';
import { errorText } from '../../../../../ui/plain/error-text.ts';
import { Notice } from '../../../../../ui/plain/Notice.tsx';
import { Row, Stack, Text } from '../../../../../ui/plain/layout/layout.tsx';
import { letterOf } from '../../../../../lesson/moves/choices.ts';
import { useSecondsTo } from '../../../../../lesson/vote/use-seconds-to.ts';
import { VoteBars } from '../../../../../lesson/vote/VoteBars.tsx';
import { t } from '../../../../../base/t.ts';
import { useLive, useModel } from '../../use-live.ts';

/** The vote that the class is asked for, with its counts as they come. */
export function ShownVote({
  vote,
  question,
  pending,
  problem,
  onTakeAway,
}: {
  vote: StaffVoteView;
  question: StaffQuestionView;
  pending: boolean;
  problem: unknown;
  onTakeAway: () => void;
}) {
  const { lesson } = useLive();
  const counts = useModel((model) => (model.tally?.vote?.id === vote.id ? model.tally.vote.counts : vote.counts));
  const seconds = useSecondsTo(Date.parse(vote.ends_at), lesson.clock);
  const [first, second] = vote.reasons;
  const letters = [first, second].map(({ response_id }) => letterOf(question, response_id) ?? '');
  return (
    <Stack gap={16}>
      <Row justify="between" gap={12}>
        <Text as="h3" size={16} weight={650}>
          {t(seconds > 0 ? 'vote.title' : 'vote.result')}
        </Text>
        <Text as="span" size={15} weight={600} numbers fixed role="timer">
          {seconds > 0 ? t('vote.seconds', { count: seconds }) : t('reasons.votes', { count: counts[0] + counts[1] })}
        </Text>
      </Row>
      <VoteBars reasons={[first.comment, second.comment]} counts={counts} ended={seconds === 0} />
      <Text size={14} tone="dimmed" leading={1.4}>
        {t('reasons.forChoices', { first: letters[0] ?? '', second: letters[1] ?? '' })}
      </Text>
      {problem !== null && <Notice>{errorText(problem)}</Notice>}
      <Row>
        <Button variant="filled" size="l" pending={pending} onClick={onTakeAway}>
          {t('reasons.back')}
        </Button>
      </Row>
    </Stack>
  );
}
