import type { RevealedQuestionView } from '@classwright/contract/class/assessments/views';
import { Letter, letterAt } from '../../ui/plain/Letter.tsx';
import { MathText } from '../../ui/rich-text/MathText.tsx';
import { RichTextView } from '../../ui/rich-text/RichTextView.tsx';
import { t } from '../../base/t.ts';
import { inOrder } from './Choices.tsx';
import { Correctness } from './Correctness.tsx';
import styles from './RevealedAnswers.module.css';

/** Checks whether the server has revealed which responses are right. */
export const isRevealed = (question: RevealedQuestionView): boolean => question.responses.some(({ is_valid }) => is_valid !== undefined);

/** Lists every response with its mark and reasoning, open for the right ones and the student's own. */
export function RevealedAnswers({
  question,
  ownResponseId,
  label = t('join.rightAnswers'),
}: {
  question: RevealedQuestionView;
  ownResponseId: number | null;
  label?: string;
}) {
  return (
    <section aria-label={label}>
      <ul className={styles.list}>
        {inOrder(question.responses).map((response, index) => {
          const own = response.id === ownResponseId;
          const right = response.is_valid === true;
          const reasoning = response.description?.content.length ? response.description : null;
          return (
            <li key={response.id} className={styles.answer} data-right={right}>
              <div className={styles.line}>
                <Letter letter={letterAt(index)} size="l" look={own ? 'selected' : 'plain'} />
                <span className={styles.words}>
                  <MathText text={response.response} />
                  {own && <span className={styles.you}> {t('join.you')}</span>}
                </span>
                <Correctness correct={right} />
              </div>
              {reasoning && (
                <details open={right || own}>
                  <summary>{t('join.standsFor')}</summary>
                  <RichTextView document={reasoning} className={styles.reasoning} />
                </details>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
