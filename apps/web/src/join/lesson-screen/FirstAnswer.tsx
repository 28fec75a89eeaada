import type { RevealedQuestionView } from '@classwright/contract/live-views';
import { Letter, letterAt } from '../../ui/plain/Letter.tsx';
import { MathText } from '../../ui/rich-text/MathText.tsx';
import { ownAnswerOf } from '../lesson/view.ts';
import { t } from '../t.ts';
import { inOrder } from './Choices.tsx';
import styles from './FirstAnswer.module.css';
import { Words } from './Words.tsx';
import { useItems, useModel } from './use-lesson.ts';

/** In Form - 1B: what this student answered in Form - 1A, to look back at. Nothing of it is chosen again by itself. */
export function FirstAnswer({ question }: { question: RevealedQuestionView }) {
  const first = ownAnswerOf(useModel(), useItems(), 'Form - 1A');
  const responses = inOrder(question.responses);
  const at = responses.findIndex(({ id }) => id === first?.response_id);
  const intro = <p className={styles.intro}>{t('join.afterTalking')}</p>;
  // one that was refused stands above with the reason
  if (first?.standing === 'refused') return intro;
  return (
    <div className={styles.first}>
      {intro}
      <div className={styles.answer}>
        <Letter letter={at >= 0 ? letterAt(at) : '–'} look={at >= 0 ? 'plain' : 'none'} />
        <div>
          <p className={styles.label}>{t('join.reminderOfFirst')}</p>
          <p className={styles.response}>{at >= 0 ? <MathText text={responses[at]?.response ?? ''} /> : t('join.reminderNoAnswer')}</p>
          {first && <Words comment={first.comment} className={styles.words} />}
        </div>
      </div>
    </div>
  );
}
