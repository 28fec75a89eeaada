import { useRef, useState } from 'react';
import { isApiError } from '../../../base/api.ts';
import { randomId } from '../../../base/random-id.ts';
import { SelectField } from '../../../ui/form/index.ts';
import { errorText } from '../../../ui/plain/error-text.ts';
import { FormDialog } from '../../../ui/plain/FormDialog.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { ACT_KINDS, type ActForm, EMPTY_FORM, toAct } from './act-form.ts';
import { ActFields } from './ActFields.tsx';
import styles from './acts.module.css';
import { applyPreview, loadPreview, type Preview } from './calls.ts';
import { Changes } from './Changes.tsx';
import { type NamedItem, type NamedStudent, toOptions } from './named.ts';
import { t } from './t.ts';

interface ActDialogProps {
  courseId: number;
  items: readonly NamedItem[];
  students: readonly NamedStudent[];
  /** The act that was done, and its words. */
  onDone: (actId: number | null, message: string) => void;
  onClose: () => void;
}

/** Changes many grades at once: what to do, then old and new of each, then it is done as one act. */
export function ActDialog({ courseId, items, students, onDone, onClose }: ActDialogProps) {
  const [form, setForm] = useState(EMPTY_FORM);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [faults, setFaults] = useState<Partial<Record<'value' | 'daily' | 'floor', string>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  // one for what the preview shows, so that a lost answer does not do it twice
  const key = useRef('');
  const change = (to: Partial<ActForm>) => {
    setForm((before) => ({ ...before, ...to }));
    setPreview(null);
    setFaults({});
    setFailure(null);
  };
  const look = async (): Promise<false> => {
    const act = toAct(form);
    if ('fault' in act) {
      setFaults({ [act.fault]: t('submissions.grade.number') });
      return false;
    }
    const course_work_ids = form.item === '' ? items.map(({ id }) => id) : [Number(form.item)];
    setPreview(await loadPreview({ courseId, act, course_work_ids, ...(form.student !== '' && { account_ids: [Number(form.student)] }) }));
    key.current = randomId();
    return false;
  };
  const submit = async (): Promise<boolean> => {
    setFailure(null);
    try {
      if (!preview || preview.count === 0) return await look();
      const { act_id, count } = await applyPreview(courseId, form.kind, preview, key.current);
      onDone(act_id, t('acts.done', { count }));
      return true;
    } catch (error) {
      if (isApiError(error, 'GRADES_REFUSED')) setPreview(null);
      setFailure(isApiError(error, 'VALIDATION_FAILED') ? Object.values(error.errors).flat().join(' ') : errorText(error));
      return false;
    }
  };
  const canApply = preview !== null && preview.count > 0;
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('acts.title')}
      width={680}
      dirty={canApply}
      submitLabel={canApply ? t('acts.apply', { count: preview.count }) : t('acts.preview')}
      pendingLabel={canApply ? t('acts.applying') : t('acts.previewing')}
      onSubmit={submit}
      error={failure === null ? undefined : <Notice>{failure}</Notice>}
    >
      <SelectField
        label={t('acts.what')}
        value={form.kind}
        options={ACT_KINDS.map((kind) => ({ value: kind, label: t(`acts.kind.${kind}`) }))}
        onChange={({ target }) => change({ kind: target.value as ActForm['kind'], value: '' })}
      />
      <ActFields form={form} faults={faults} onChange={change} />
      <SelectField
        label={t('acts.items')}
        value={form.item}
        options={toOptions(
          t('acts.itemsAll'),
          items.map(({ id, title }) => ({ id, label: title })),
        )}
        onChange={({ target }) => change({ item: target.value })}
      />
      <SelectField
        label={t('acts.students')}
        value={form.student}
        options={toOptions(
          t('acts.studentsAll'),
          students.map(({ id, name }) => ({ id, label: name })),
        )}
        onChange={({ target }) => change({ student: target.value })}
      />
      {preview && (
        <section aria-live="polite">
          {preview.count === 0 ? (
            <p>{t('acts.nothing')}</p>
          ) : (
            <Changes caption={t('acts.changes', { count: preview.count })} changes={preview.changes} items={items} students={students} />
          )}
          {preview.left.length > 0 && (
            <>
              <p>{t('acts.stay')}</p>
              <ul className={styles.left}>
                {preview.left.map(({ reason, count }) => (
                  <li key={reason}>{t(`acts.left.${reason}`, { count })}</li>
                ))}
              </ul>
            </>
          )}
        </section>
      )}
    </FormDialog>
  );
}
