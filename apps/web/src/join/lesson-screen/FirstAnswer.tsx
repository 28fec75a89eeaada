import type { RevealedQuestionView } from '@classwright/contract/class/assessments/views';
import { Letter, letterAt } from '../../ui/plain/Letter.tsx';
import { SkeletonText } from '../../ui/plain/Skeleton.tsx';
import { MathText } from '../../ui/rich-text/MathText.tsx';
import { isSettled } from '../lesson/model.ts';
import { unfiledDraftOf } from '../lesson/view.ts';
import { t } from '../../base/t.ts';
import { inOrder } from './Choices.tsx';
import styles from './FirstAnswer.module.css';
import { Words } from '../../lesson/Words.tsx';
import { useItems, useModel, useOwnAnswer } from './use-lesson.ts';

/**
 * Returns this student's answer in Form - 1A, if known here. Until the server reports what was filed, it is this
 * device's draft.
 */
export function useFirstAnswer() {
  const model = useModel();
  const items = useItems();
  const own = useOwnAnswer('Form - 1A');
  const known = own ?? unfiledDraftOf(model, items, 'Form - 1A');
  // A refused answer is shown above with the reason.
  return {
    first: own?.standing === 'refused' ? null : known,
    isRefused: own?.standing === 'refused',
    isKnown: known !== null || isSettled(model, 'Form - 1A'),
  };
}

/**
 * Shows, in Form - 1B, this student's answer from Form - 1A for reference. Nothing from it is selected again
 * automatically.
 */
export function FirstAnswer({ question }: { question: RevealedQuestionView }) {
  const { first, isRefused, isKnown } = useFirstAnswer();
  const responses = inOrder(question.responses);
  const at = responses.findIndex(({ id }) => id === first?.response_id);
  if (isRefused) return null;
  return (
    <div className={styles.answer} aria-busy={!isKnown || undefined}>
      <Letter letter={at >= 0 ? letterAt(at) : '–'} look={at >= 0 ? 'plain' : 'none'} />
      <div>
        <p className={styles.label}>{t('join.reminderOfFirst')}</p>
        {isKnown ? (
          <p className={styles.response}>{at >= 0 ? <MathText text={responses[at]?.response ?? ''} /> : t('join.reminderNoAnswer')}</p>
        ) : (
          <SkeletonText lines={1} />
        )}
        {first && <Words comment={first.comment} className={styles.words} />}
      </div>
    </div>
  );
}
