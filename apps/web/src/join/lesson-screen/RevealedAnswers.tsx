import type { RevealedQuestionView } from '@classwright/contract/class/assessments/views';
import { Letter, letterAt } from '../../ui/plain/Letter.tsx';
import { Box, Row, Stack, Text } from '../../ui/plain/layout/layout.tsx';
import { MathText } from '../../ui/rich-text/MathText.tsx';
import { RichTextView } from '../../ui/rich-text/RichTextView.tsx';
import { t } from '../../base/t.ts';
import { inOrder } from './Choices.tsx';
import { Correctness } from './Correctness.tsx';
import styles from './RevealedAnswers.module.css';

/** Checks whether the server has revealed which responses are right. */
export const isRevealed = (question: RevealedQuestionView): boolean => question.responses.some(({ is_valid }) => is_valid !== undefined);

/**
 * Lists every response with its mark and reasoning, open for the right ones, the student's own, and the one that the
 * teacher explains on the wall now.
 */
export function RevealedAnswers({
  question,
  ownResponseId,
  explainedId = null,
  label = t('join.rightAnswers'),
}: {
  question: RevealedQuestionView;
  ownResponseId: number | null;
  explainedId?: number | null;
  label?: string;
}) {
  return (
    <section aria-label={label}>
      <Stack as="ul" gap={8}>
        {inOrder(question.responses).map((response, index) => {
          const own = response.id === ownResponseId;
          const right = response.is_valid === true;
          const explained = response.id === explainedId;
          const reasoning = response.description?.content.length ? response.description : null;
          return (
            <Box as="li" key={response.id} radius="lg" ground="surface" className={styles.answer} data-right={right} aria-current={explained || undefined}>
              {explained && (
                <Text size={13} weight={600} tone="dimmed">
                  {t('join.explainedNow')}
                </Text>
              )}
              <Row gap={12} className={styles.line}>
                <Letter letter={letterAt(index)} size="l" look={own ? 'selected' : 'plain'} />
                <Text as="span" size={16} leading={1.3} grow shrinks breaks className={styles.words}>
                  <MathText text={response.response} />
                  {own && (
                    <Text as="span" weight={400} tone="dimmed">
                      {' '}
                      {t('join.you')}
                    </Text>
                  )}
                </Text>
                <Correctness correct={right} />
              </Row>
              {reasoning && (
                <details open={right || own || explained}>
                  <summary>{t('join.standsFor')}</summary>
                  <RichTextView document={reasoning} className={styles.reasoning} />
                </details>
              )}
            </Box>
          );
        })}
      </Stack>
    </section>
  );
}
