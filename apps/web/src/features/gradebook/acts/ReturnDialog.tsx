import { useRef, useState } from 'react';
import { isApiError } from '../../../base/api.ts';
import { randomId } from '../../../base/random-id.ts';
import { SelectField, TextArea } from '../../../ui/form/index.ts';
import { errorText } from '../../../ui/plain/error-text.ts';
import { FormDialog } from '../../../ui/plain/FormDialog.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { returnGrades } from './calls.ts';
import { type NamedItem, type NamedStudent, toOptions } from './named.ts';
import { t } from './t.ts';

interface ReturnDialogProps {
  courseId: number;
  items: readonly NamedItem[];
  students: readonly NamedStudent[];
  onDone: (actId: number | null, message: string) => void;
  onClose: () => void;
}

/** Returns to students the grades that they do not have as they are now, with one message. */
export function ReturnDialog({ courseId, items, students, onDone, onClose }: ReturnDialogProps) {
  const [message, setMessage] = useState('');
  const [item, setItem] = useState('');
  const [student, setStudent] = useState('');
  const [fault, setFault] = useState<string | undefined>();
  const [failure, setFailure] = useState<string | null>(null);
  // the same for every try of the same words, so that a lost answer does not send them twice
  const sent = useRef({ words: '', key: '' });
  const submit = async (): Promise<boolean> => {
    setFault(undefined);
    setFailure(null);
    if (message.trim() === '') {
      setFault(t('submissions.messageRequired'));
      return false;
    }
    const words = JSON.stringify([message, item, student]);
    if (sent.current.words !== words) sent.current = { words, key: randomId() };
    try {
      const ids = { course_work_ids: item === '' ? items.map(({ id }) => id) : [Number(item)], ...(student !== '' && { account_ids: [Number(student)] }) };
      const done = await returnGrades({ courseId, message, ...ids }, sent.current.key);
      onDone(done.act_id, done.message);
      return true;
    } catch (error) {
      if (isApiError(error, 'VALIDATION_FAILED')) setFault(Object.values(error.errors).flat().join(' '));
      else setFailure(errorText(error));
      return false;
    }
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('acts.return')}
      dirty={message !== ''}
      submitLabel={t('acts.return')}
      pendingLabel={t('acts.returning')}
      onSubmit={submit}
      error={failure === null ? undefined : <Notice>{failure}</Notice>}
    >
      <p>{t('acts.returns')}</p>
      <SelectField
        label={t('acts.items')}
        value={item}
        options={toOptions(
          t('acts.itemsAll'),
          items.map(({ id, title }) => ({ id, label: title })),
        )}
        onChange={({ target }) => setItem(target.value)}
      />
      <SelectField
        label={t('acts.students')}
        value={student}
        options={toOptions(
          t('acts.studentsAll'),
          students.map(({ id, name }) => ({ id, label: name })),
        )}
        onChange={({ target }) => setStudent(target.value)}
      />
      <TextArea label={t('acts.message')} value={message} error={fault} rows={4} maxLength={5000} onChange={({ target }) => setMessage(target.value)} />
    </FormDialog>
  );
}
