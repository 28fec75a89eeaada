import type { RevealedQuestionView } from '@classwright/contract/class/assessments/views';
import type { RichTextDocument } from '@classwright/contract/rich-text';
import { Letter, letterAt } from '../../ui/plain/Letter.tsx';
import { MathText } from '../../ui/rich-text/MathText.tsx';
import { t } from '../../base/t.ts';
import { inOrder } from './Choices.tsx';
import styles from './Said.module.css';
import { Words } from '../../lesson/Words.tsx';

/**
 * Shows an answer: the letter and text of the choice, and the justification. `response`: the text of the choice if the
 * question is not known.
 */
export function SubmittedAnswer({
  question,
  response_id,
  response = null,
  comment,
}: {
  question: RevealedQuestionView | null;
  response_id: number | null;
  response?: string | null;
  comment: string | RichTextDocument;
}) {
  const responses = question ? inOrder(question.responses) : [];
  const at = responses.findIndex(({ id }) => id === response_id);
  const words = responses[at]?.response ?? response;
  return (
    <div className={styles.said}>
      {(words !== null || response_id === null) && (
        <p className={styles.choice}>
          <Letter letter={at >= 0 ? letterAt(at) : '–'} size="s" look={at >= 0 ? 'plain' : 'none'} />
          <span>{words === null ? t('join.noChoice') : <MathText text={words} />}</span>
        </p>
      )}
      <Words comment={comment} className={styles.words} />
    </div>
  );
}
