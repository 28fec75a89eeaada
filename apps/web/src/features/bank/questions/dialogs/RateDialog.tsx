import { useState } from 'react';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { FormDialog } from '../../../../ui/plain/FormDialog.tsx';
import { Notice } from '../../../../ui/plain/Notice.tsx';
import { Text } from '../../../../ui/plain/layout/layout.tsx';
import { StarField } from '../../../../ui/rating/index.ts';
import { titleOf } from '../bank/columns.tsx';
import { rateQuestion, type Question, type QuestionRow } from '../calls.ts';
import { t } from '../../../../base/t.ts';
import { ratingWords } from '../question-words.ts';

interface RateDialogProps {
  question: QuestionRow;
  onClose: () => void;
  onSaved: (question: Question, message: string) => void;
}

/** Rates someone else's question with one to five stars, by halves. A second rating replaces the first. */
export function RateDialog({ question, onClose, onSaved }: RateDialogProps) {
  const [value, setValue] = useState(question.user_rating);
  const [error, setError] = useState<unknown>(null);
  const [isMissing, setIsMissing] = useState(false);
  const save = async (): Promise<boolean> => {
    setError(null);
    setIsMissing(value === null);
    if (value === null) return false;
    try {
      const saved = await rateQuestion(question.id, value);
      onSaved(saved.question, saved.message);
      return true;
    } catch (failure) {
      setError(failure);
      return false;
    }
  };
  return (
    <FormDialog
      opened
      title={t('bank.rate.title')}
      submitLabel={t('bank.rate.save')}
      dirty={value !== question.user_rating}
      onClose={onClose}
      onSubmit={save}
      error={error === null ? isMissing && <Notice>{t('question.rating')}</Notice> : <Notice>{errorText(error)}</Notice>}
    >
      <Text weight={600} breaks below={10}>
        {titleOf(question)}
      </Text>
      <StarField
        label={t('bank.rate.label')}
        value={value}
        nameOf={(step) => t('bank.rate.step', { value: step, label: ratingWords(step) })}
        onChange={setValue}
      />
    </FormDialog>
  );
}
