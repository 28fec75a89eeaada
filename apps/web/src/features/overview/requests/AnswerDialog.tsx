import type { dataRequestAnswer, DataRequestView } from '@classwright/contract/overview/requests/calls';
import { useState } from 'react';
import { api } from '../../../base/api.ts';
import { t } from '../../../base/t.ts';
import { Segments, TextArea, useSaving } from '../../../ui/form/index.ts';
import { errorText } from '../../../ui/plain/error-text.ts';
import { FormDialog } from '../../../ui/plain/FormDialog.tsx';
import { Text } from '../../../ui/plain/layout/layout.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import styles from './requests.module.css';

/** Closes a request, as done or as refused, with the words that the person reads. */
export function AnswerDialog({ request, onSaved, onClose }: { request: DataRequestView; onSaved: () => void; onClose: () => void }) {
  const [state, setState] = useState<'done' | 'refused'>('done');
  const [answer, setAnswer] = useState(request.answer);
  const { faults, problem, save } = useSaving();
  const submit = async (): Promise<boolean> => {
    const body = { state, answer };
    const saved = await save(() => api<typeof dataRequestAnswer>('POST', '/data-requests/:id/answer', { params: { id: request.id }, body }));
    if (saved) onSaved();
    return saved !== null;
  };
  return (
    <FormDialog
      opened
      title={t('dataRequest.answerNamed', { asker: request.asker })}
      onClose={onClose}
      onSubmit={submit}
      dirty={answer !== request.answer || state !== 'done'}
      submitLabel={t('dataRequest.close')}
      pendingLabel={t('dataRequest.closing')}
      error={problem !== null && <Notice assertive>{errorText(problem)}</Notice>}
    >
      <Text className={styles.words} dir="auto">
        {request.words}
      </Text>
      <Text size={14} tone="dimmed">
        {t(`dataRequest.hint.${request.kind}`)}
      </Text>
      <Segments
        label={t('dataRequest.outcome')}
        value={state}
        segments={[
          { value: 'done', label: t('dataRequest.outcome.done') },
          { value: 'refused', label: t('dataRequest.outcome.refused') },
        ]}
        onChange={setState}
      />
      <TextArea
        label={t('dataRequest.field.answer')}
        description={t('dataRequest.answerAbout')}
        rows={4}
        value={answer}
        error={faults.answer?.join(' ')}
        onChange={({ target }) => setAnswer(target.value)}
      />
    </FormDialog>
  );
}
