import type { RevealedQuestionView } from '@classwright/contract/class/assessments/views';
import { useStore } from '../../base/use-store.ts';
import { Card } from '../../ui/plain/Card.tsx';
import { IconClock } from '../../ui/plain/icons.ts';
import { Letter, letterAt } from '../../ui/plain/Letter.tsx';
import { Box, Row, Text } from '../../ui/plain/layout/layout.tsx';
import { MathText } from '../../ui/rich-text/MathText.tsx';
import { contactStore } from '../../lesson/contact.ts';
import { isEmptyContent } from '../lesson/drafting.ts';
import { t } from '../../base/t.ts';
import { inOrder } from './Choices.tsx';
import styles from './TimeUp.module.css';
import { Words } from '../../lesson/Words.tsx';
import { useLesson } from './use-lesson.ts';

/** Shown at 0:00: input has stopped, and the server has not closed the form yet. */
export function TimeUp({ question }: { question: RevealedQuestionView | null }) {
  const { drafting, outbox } = useLesson();
  const content = useStore(drafting.content);
  const keeping = useStore(outbox.keeping);
  const { lost } = useStore(contactStore);
  const responses = question ? inOrder(question.responses) : [];
  const at = responses.findIndex(({ id }) => id === content.response_id);
  const nothing = isEmptyContent(content);
  return (
    <div className={styles.place}>
      <Card className={styles.card}>
        <Row as="h2" gap={8} leading={1.3} className={styles.title}>
          <IconClock size={22} />
          {t('join.timeUp')}
        </Row>
        <Text tone="dimmed">
          {t(nothing ? 'join.filingNothing' : !lost ? 'join.filing' : keeping === 'memory' ? 'join.filingMemory' : 'join.filingWaiting')}
        </Text>
        {!nothing && (
          <Row gap={12} align="stretch" above={4} className={styles.answer}>
            <Letter letter={at >= 0 ? letterAt(at) : '–'} size="l" look={at >= 0 ? 'selected' : 'none'} />
            <Box shrinks>
              <Text weight={600} leading={1.4}>
                {at >= 0 ? <MathText text={responses[at]?.response ?? ''} /> : t('join.noChoice')}
              </Text>
              <Words comment={content.comment} />
            </Box>
          </Row>
        )}
      </Card>
    </div>
  );
}
