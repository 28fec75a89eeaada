import type { RevealedQuestionView } from '@classwright/contract/class/assessments/views';
import { useStore } from '../../base/use-store.ts';
import { Card } from '../../ui/plain/Card.tsx';
import { IconClock } from '../../ui/plain/icons.ts';
import { Letter, letterAt } from '../../ui/plain/Letter.tsx';
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
        <h2 className={styles.title}>
          <IconClock size={22} />
          {t('join.timeUp')}
        </h2>
        <p className={styles.text}>
          {t(nothing ? 'join.filingNothing' : !lost ? 'join.filing' : keeping === 'memory' ? 'join.filingMemory' : 'join.filingWaiting')}
        </p>
        {!nothing && (
          <div className={styles.answer}>
            <Letter letter={at >= 0 ? letterAt(at) : '–'} size="l" look={at >= 0 ? 'selected' : 'none'} />
            <div className={styles.words}>
              <p className={styles.response}>{at >= 0 ? <MathText text={responses[at]?.response ?? ''} /> : t('join.noChoice')}</p>
              <Words comment={content.comment} />
            </div>
          </div>
        )}
      </Card>
    </div>
  );
}
