import { useState } from 'react';
import { SelectField } from '../../../../ui/form/index.ts';
import { ACT_KINDS, type ActForm, EMPTY_FORM, toAct } from './act-form.ts';
import { ActFields } from './ActFields.tsx';
import { applyPreview } from './calls.ts';
import { type ManyGradesProps, PreviewedDialog } from './PreviewedDialog.tsx';
import { t } from '../../../../base/t.ts';

/** A dialog that changes many grades in one act: choose the change, check old and new values, apply. */
export function ActDialog(props: ManyGradesProps) {
  const [form, setForm] = useState(EMPTY_FORM);
  const [faults, setFaults] = useState<Partial<Record<'value' | 'daily' | 'floor', string>>>({});
  const change = (to: Partial<ActForm>) => {
    setForm((before) => ({ ...before, ...to }));
    setFaults({});
  };
  const read = () => {
    const act = toAct(form);
    if (!('fault' in act)) return act;
    setFaults({ [act.fault]: t('submissions.grade.number') });
    return null;
  };
  return (
    <PreviewedDialog
      {...props}
      title={t('acts.title')}
      above={
        <>
          <SelectField
            label={t('acts.what')}
            value={form.kind}
            options={ACT_KINDS.map((kind) => ({ value: kind, label: t(`acts.kind.${kind}`) }))}
            onChange={({ target }) => change({ kind: target.value as ActForm['kind'], value: '' })}
          />
          <ActFields form={form} faults={faults} onChange={change} />
        </>
      }
      read={read}
      dependsOn={JSON.stringify(form)}
      isDirty={form.value !== ''}
      heads={{ old: t('acts.old'), new: t('acts.new') }}
      captionOf={({ count }) => t('acts.changes', { count })}
      submitLabelOf={({ count }) => t('acts.apply', { count })}
      nothing={t('acts.nothing')}
      pendingLabel={t('acts.applying')}
      apply={async (preview, key) => {
        const { act_id, count } = await applyPreview(props.courseId, form.kind, preview, key);
        return { act_id, message: t('acts.done', { count }) };
      }}
    />
  );
}
