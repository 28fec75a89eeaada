import type { IdeaResponseView } from '@classwright/contract/lesson/ideas/calls';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../../base/t.ts';
import { useUser } from '../../../base/use-user.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { Grid, Row, Stack, Text } from '../../../ui/plain/layout/layout.tsx';
import { MathText } from '../../../ui/rich-text/MathText.tsx';
import { IDEAS, loadQuestionIdeas, nameResponses, reportFailure } from './calls.ts';
import { NameDialog } from './NameDialog.tsx';
import styles from './ideas.module.css';

/** Shows the ideas that the wrong responses of a question stand for, and names them. */
export function QuestionIdeas({ questionId }: { questionId: number }) {
  const queries = useQueryClient();
  const { rights } = useUser();
  const [named, setNamed] = useState<IdeaResponseView | null>(null);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...IDEAS, 'question', questionId],
    queryFn: ({ signal }) => loadQuestionIdeas(questionId, signal),
  });
  const wrong = data?.responses.filter(({ is_valid }) => !is_valid);
  if (wrong?.length === 0) return null;
  const refresh = () => void queries.invalidateQueries({ queryKey: IDEAS });
  const mayName = rights.includes('ideas:edit');
  return (
    <Grid as="section" gap={12} shrinks aria-labelledby="question-ideas">
      <h3 id="question-ideas">{t('idea.ofQuestion')}</h3>
      <Text size={14} tone="dimmed">
        {t('idea.ofQuestionHint')}
      </Text>
      {!wrong ? (
        error ? (
          <LoadFailed error={error} pending={isFetching} onRetry={() => void refetch()} />
        ) : (
          <SkeletonText lines={3} />
        )
      ) : (
        <Stack as="ul" gap={8} className={styles.plain}>
          {wrong.map((response) => (
            <Response key={response.response_id} response={response} mayName={mayName} onName={() => setNamed(response)} onChanged={refresh} />
          ))}
        </Stack>
      )}
      {named && <NameDialog responses={[named]} proposals={named.proposals} onClose={() => setNamed(null)} onChanged={refresh} />}
    </Grid>
  );
}

function Response({ response, mayName, onName, onChanged }: { response: IdeaResponseView; mayName: boolean; onName: () => void; onChanged: () => void }) {
  const { response_id, title, idea, proposals } = response;
  const [proposal] = proposals;
  const accept = (id: number) => void nameResponses([{ response_id, idea_id: id, seen_idea_id: null }], onChanged).catch(reportFailure);
  return (
    <Stack as="li" gap={6} bordered radius="md" className={styles.card}>
      <Text weight={600} breaks>
        <MathText text={title} />
      </Text>
      {idea ? (
        <Text size={14} breaks>
          <b>{idea.name}</b> <span>{idea.sentence}</span>
        </Text>
      ) : (
        proposal && (
          <Text size={14} tone="dimmed" breaks>
            {t(`idea.proposal.${proposal.why}`, { name: proposal.idea.name, words: proposal.words })}
          </Text>
        )
      )}
      {mayName && (
        <Row wrap gap={8}>
          {!idea && proposal && (
            <Button size="s" variant="light" onClick={() => accept(proposal.idea.id)}>
              {t('idea.accept', { name: proposal.idea.name })}
            </Button>
          )}
          <Button size="s" variant="subtle" aria-label={t(idea ? 'idea.changeNamed' : 'idea.nameNamed', { response: title })} onClick={onName}>
            {t(idea ? 'idea.change' : 'idea.nameIt')}
          </Button>
        </Row>
      )}
    </Stack>
  );
}
