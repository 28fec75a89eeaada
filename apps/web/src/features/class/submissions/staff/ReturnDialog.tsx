import { fullName } from '../../../../base/full-name.ts';
import type { RefusedCell, SubmittedWorkView } from '@classwright/contract/class/submissions/calls';
import { findReturnProblem } from '@classwright/rules/grading/submissions';
import { useState } from 'react';
import { RefusedRows } from '../../../../ui/data-table/RefusedRows.tsx';
import { CheckField } from '../../../../ui/plain/Field.tsx';
import { FormDialog } from '../../../../ui/plain/FormDialog.tsx';
import { Notice } from '../../../../ui/plain/Notice.tsx';
import { giveBack, giveBackMany } from '../calls.ts';
import { t } from '../../../../base/t.ts';
import { cellOf, gradeText } from '../words.ts';
import { MessageField, useMessageForm } from './message-form.tsx';
import type { Row } from './order.ts';

interface ReturnDialogProps {
  courseId: number;
  work: SubmittedWorkView;
  rows: readonly Row[];
  onClose: () => void;
  onReturned: (message: string, actId: number | null) => void;
  onChanged: () => void;
}

/** "Return To Student": one message to one student or to several. */
export function ReturnDialog({ courseId, work, rows, onClose, onReturned, onChanged }: ReturnDialogProps) {
  const [isPaper, setPaper] = useState(false);
  const [refused, setRefused] = useState<readonly RefusedCell[]>([]);
  const [isDone, setDone] = useState(false);
  const [only] = rows;
  const isOne = rows.length === 1 && only !== undefined;
  const onPaper = rows.some(({ state, draftGrade }) => state === 'CREATED' && draftGrade !== null);
  const graded = rows.filter(({ draftGrade }) => draftGrade !== null);
  const [isGradedOnly, setGradedOnly] = useState(false);
  const returned = isGradedOnly ? graded : rows;
  // Students whom the server would refuse do not receive it.
  const going = returned.filter((row) => findReturnProblem(row, isPaper) === null);
  const withGrade = going.filter(({ draftGrade }) => draftGrade !== null).length;
  const ungraded = going.length - withGrade;
  const form = useMessageForm({
    sentWith: JSON.stringify([isPaper, isGradedOnly]),
    onFailed: onChanged,
    send: async (message, key) => {
      const base = { courseId, courseWorkId: work.id, message };
      if (isOne) {
        const done = await giveBack({ ...base, id: only.id, account_id: only.account_id, was: cellOf(only), ...(onPaper && { paper: isPaper }) }, key);
        onReturned(done.message, done.act_id);
        return true;
      }
      const done = await giveBackMany({ ...base, ids: returned.map(({ id }) => id), paper: isPaper }, key);
      if (done.act_id !== null) onReturned(done.message, done.act_id);
      setRefused(done.refused);
      setDone(done.refused.length > 0);
      return done.refused.length === 0;
    },
  });
  const nameOfId = (id: number | null): string => {
    const row = rows.find((one) => one.id === id);
    return row ? fullName(row) : '';
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('openWork.return')}
      dirty={form.message !== '' && !isDone}
      isDone={isDone}
      submitLabel={isDone ? t('common.close') : t('openWork.return')}
      pendingLabel={t('openWork.returning')}
      onSubmit={async () => isDone || form.submit()}
      error={form.failure === null ? undefined : <Notice>{form.failure}</Notice>}
    >
      {refused.length > 0 && (
        <RefusedRows
          words={t('openWork.refused')}
          rows={refused.map(({ submissionId, message: reason }) => ({ id: submissionId ?? 0, name: nameOfId(submissionId), message: reason }))}
        />
      )}
      {isOne ? (
        going.length > 0 && (
          <p dir="auto">
            {only.draftGrade === null
              ? t('openWork.returnsWithout', { name: fullName(only) })
              : t('openWork.returnsWith', { name: fullName(only), grade: gradeText(only.draftGrade, work.maxPoints) })}
          </p>
        )
      ) : (
        <>
          {withGrade > 0 && <p>{t('openWork.returnsMany', { count: withGrade })}</p>}
          {ungraded > 0 && <p>{t('openWork.returnsManyWithout', { count: ungraded })}</p>}
          {graded.length > 0 && graded.length < rows.length && (
            <CheckField
              label={t('openWork.gradedOnly', { count: graded.length })}
              checked={isGradedOnly}
              disabled={isDone}
              onChange={({ target }) => setGradedOnly(target.checked)}
            />
          )}
        </>
      )}
      {onPaper && <CheckField label={t('openWork.paper')} checked={isPaper} onChange={({ target }) => setPaper(target.checked)} />}
      <MessageField form={form} />
    </FormDialog>
  );
}
