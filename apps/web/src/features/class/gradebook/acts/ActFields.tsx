import { SelectField } from '../../../../ui/form/index.ts';
import { CheckField, TextField } from '../../../../ui/plain/Field.tsx';
import type { ActForm } from './act-form.ts';
import { t } from '../../../../base/t.ts';

interface ActFieldsProps {
  form: ActForm;
  faults: Partial<Record<'value' | 'daily' | 'floor', string>>;
  onChange: (to: Partial<ActForm>) => void;
}

/** Shows the fields that the chosen act needs. */
export function ActFields({ form, faults, onChange }: ActFieldsProps) {
  const text = (name: 'value' | 'daily' | 'floor', label: string, description?: string) => (
    <TextField
      label={label}
      description={description}
      value={form[name]}
      error={faults[name]}
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      onChange={({ target }) => onChange({ [name]: target.value })}
    />
  );
  switch (form.kind) {
    case 'fill':
      return (
        <>
          <SelectField
            label={t('acts.cells')}
            value={form.cells}
            options={(['empty', 'overdue', 'all'] as const).map((value) => ({ value, label: t(`acts.cells.${value}`) }))}
            onChange={({ target }) => onChange({ cells: target.value as ActForm['cells'] })}
          />
          {text('value', t('acts.value'), t('acts.valueHint'))}
          <CheckField label={t('acts.leaveOpen')} checked={form.leaveOpen} onChange={({ target }) => onChange({ leaveOpen: target.checked })} />
        </>
      );
    case 'add':
      return text('value', t('acts.points'), t('acts.pointsHint'));
    case 'at-least':
      return text('value', t('acts.least'), t('acts.leastHint'));
    case 'scale':
      return (
        <>
          <SelectField
            label={t('acts.by')}
            value={form.by}
            options={(['percent', 'factor', 'top'] as const).map((value) => ({ value, label: t(`acts.by.${value}`) }))}
            onChange={({ target }) => onChange({ by: target.value as ActForm['by'] })}
          />
          {text('value', t('acts.number'))}
        </>
      );
    case 'late':
      return (
        <>
          {text('daily', t('acts.daily'))}
          {text('floor', t('acts.floor'))}
        </>
      );
    case 'lesson':
      return (
        <SelectField
          label={t('acts.form')}
          value={form.form}
          options={[
            { value: 'Form - 1B', label: t('acts.form.1B') },
            { value: 'Form - 2', label: t('acts.form.2') },
            { value: 'better', label: t('acts.form.better') },
          ]}
          onChange={({ target }) => onChange({ form: target.value as ActForm['form'] })}
        />
      );
    default:
      return null;
  }
}
