import type { RefusedCell, SubmittedWorkView } from '@classwright/contract/submissions';
import { useRef, useState } from 'react';
import { isApiError } from '../../../base/api.ts';
import { randomId } from '../../../base/random-id.ts';
import { RefusedRows } from '../../../ui/data-table/RefusedRows.tsx';
import { TextArea } from '../../../ui/form/index.ts';
import { errorText } from '../../../ui/plain/error-text.ts';
import { CheckField } from '../../../ui/plain/Field.tsx';
import { FormDialog } from '../../../ui/plain/FormDialog.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { giveBack, giveBackMany } from '../calls.ts';
import { t } from '../t.ts';
import { cellOf, gradeText, nameOf } from '../words.ts';
import type { Row } from './order.ts';

interface ReturnDialogProps {
  courseId: number;
  work: SubmittedWorkView;
  rows: readonly Row[];
  onClose: () => void;
  onReturned: (message: string, actId: number | null) => void;
  onChanged: () => void;
}

/** "Return To Student": one message for one student or for several. */
export function ReturnDialog({ courseId, work, rows, onClose, onReturned, onChanged }: ReturnDialogProps) {
  const [message, setMessage] = useState('');
  const [isPaper, setPaper] = useState(false);
  const [fault, setFault] = useState<string | undefined>();
  const [failure, setFailure] = useState<string | null>(null);
  const [refused, setRefused] = useState<readonly RefusedCell[]>([]);
  const [isDone, setDone] = useState(false);
  // the same for every try of the same words, so that a lost answer does not send them twice
  const sent = useRef({ words: '', key: '' });
  const [only] = rows;
  const isOne = rows.length === 1 && only !== undefined;
  const onPaper = rows.some(({ state, draftGrade }) => state === 'CREATED' && draftGrade !== null);
  const submit = async (): Promise<boolean> => {
    if (isDone) return true;
    setFault(undefined);
    setFailure(null);
    if (message.trim() === '') {
      setFault(t('submissions.messageRequired'));
      return false;
    }
    const words = JSON.stringify([message, isPaper]);
    if (sent.current.words !== words) sent.current = { words, key: randomId() };
    const base = { courseId, courseWorkId: work.id, message };
    try {
      if (isOne) {
        const done = await giveBack({ ...base, id: only.id, account_id: only.account_id, was: cellOf(only) }, sent.current.key);
        onReturned(done.message, done.act_id);
        return true;
      }
      const done = await giveBackMany({ ...base, ids: rows.map(({ id }) => id), paper: isPaper }, sent.current.key);
      if (done.act_id !== null) onReturned(done.message, done.act_id);
      setRefused(done.refused);
      setDone(done.refused.length > 0);
      return done.refused.length === 0;
    } catch (error) {
      if (isApiError(error, 'VALIDATION_FAILED')) setFault(Object.values(error.errors).flat().join(' '));
      else setFailure(errorText(error));
      onChanged();
      return false;
    }
  };
  const nameOfId = (id: number | null): string => {
    const row = rows.find((one) => one.id === id);
    return row ? nameOf(row) : '';
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('openWork.return')}
      dirty={message !== '' && !isDone}
      isDone={isDone}
      submitLabel={isDone ? t('common.close') : t('openWork.return')}
      pendingLabel={t('openWork.returning')}
      onSubmit={submit}
      error={failure === null ? undefined : <Notice>{failure}</Notice>}
    >
      {refused.length > 0 && (
        <RefusedRows
          words={t('openWork.refused')}
          rows={refused.map(({ submissionId, message: reason }) => ({ id: submissionId ?? 0, name: nameOfId(submissionId), message: reason }))}
        />
      )}
      <p dir="auto">
        {!isOne
          ? t('openWork.returnsMany', { count: rows.length })
          : only.draftGrade === null
            ? t('openWork.returnsWithout', { name: nameOf(only) })
            : t('openWork.returnsWith', { name: nameOf(only), grade: gradeText(only.draftGrade, work.maxPoints) })}
      </p>
      {onPaper && <CheckField label={t('openWork.paper')} checked={isPaper} onChange={({ target }) => setPaper(target.checked)} />}
      <TextArea label={t('openWork.message')} value={message} error={fault} rows={4} maxLength={5000} onChange={({ target }) => setMessage(target.value)} />
    </FormDialog>
  );
}
