import { STATUS_LABELS } from '@classwright/rules/questions/approval';
import { useUser } from '../../../base/use-user.ts';
import { ChoiceField, type Choice, SelectField } from '../../../ui/form/index.ts';
import { LOOKUPS } from '../questions/index.ts';
import type { ImportOptions } from './calls.ts';
import styles from './question-formats.module.css';
import { t } from '../../../base/t.ts';

/** The values for questions that do not set their own. */
export interface Defaults {
  topic_id: readonly Choice[];
  standard_id: readonly Choice[];
  question_subject_id: readonly Choice[];
  question_grade_id: readonly Choice[];
  published_state: ImportOptions['published_state'];
  status: ImportOptions['status'];
}

export const noDefaults: Defaults = {
  topic_id: [],
  standard_id: [],
  question_subject_id: [],
  question_grade_id: [],
  published_state: 'PUBLISHED',
  status: 'Not Approved',
};

const CHOICES = [
  ['topic_id', 'questionImport.column.cluster'],
  ['standard_id', 'questionImport.column.standard'],
  ['question_subject_id', 'questionImport.column.subject'],
  ['question_grade_id', 'questionImport.column.grade'],
] as const;

export function toOptions(defaults: Defaults, { partial, corrections }: Pick<ImportOptions, 'partial' | 'corrections'>): ImportOptions {
  const [topic_id, standard_id, question_subject_id, question_grade_id] = CHOICES.map(([field]) => defaults[field][0]?.id ?? null) as [
    number | null,
    number | null,
    number | null,
    number | null,
  ];
  return {
    partial,
    corrections,
    topic_id,
    standard_id,
    question_subject_id,
    question_grade_id,
    published_state: defaults.published_state,
    status: defaults.status,
  };
}

export function ImportDefaults({ value, onChange }: { value: Defaults; onChange: (value: Defaults) => void }) {
  const { rights } = useUser();
  return (
    <fieldset className={styles.defaults}>
      <legend>{t('questionImport.defaults')}</legend>
      {CHOICES.map(([field, label]) => (
        <ChoiceField
          key={field}
          label={t(label)}
          placeholder={t('questionImport.keep')}
          source={LOOKUPS[field]}
          value={value[field]}
          onChange={(chosen) => onChange({ ...value, [field]: chosen })}
        />
      ))}
      <SelectField
        label={t('questionImport.state')}
        value={value.published_state}
        options={(['PUBLISHED', 'DRAFT'] as const).map((state) => ({ value: state, label: t(`questionImport.state.${state}`) }))}
        onChange={(event) => onChange({ ...value, published_state: event.target.value as Defaults['published_state'] })}
      />
      {rights.includes('questions:publish') && (
        <SelectField
          label={t('questionImport.status')}
          value={value.status}
          options={STATUS_LABELS.map((label) => ({ value: label, label: t(`question.status.${label}`) }))}
          onChange={(event) => onChange({ ...value, status: event.target.value as Defaults['status'] })}
        />
      )}
    </fieldset>
  );
}
