import { isPublishedStateLocked, QUESTION_LIMITS, STATUS_LABELS, type StatusLabel } from '@classwright/rules/questions/index';
import { ChoiceField, SelectField, Segments, TagField } from '../../../../ui/form/index.ts';
import { TextField } from '../../../../ui/plain/Field.tsx';
import { IconFilePencil, IconWorld } from '../../../../ui/feature-icons/icons.ts';
import { FileField } from '../../../school/files/index.ts';
import { LOOKUPS, type LookupField } from '../lookups.ts';
import { type MessageKey, t } from '../../../../base/t.ts';
import { statusWords } from '../question-words.ts';
import { useTags } from '../use-tags.ts';
import type { Faults } from './find-faults.ts';
import styles from './form.module.css';
import { overallGrade } from './scoring.ts';
import type { QuestionValues } from './values.ts';

interface SidePanelProps {
  values: QuestionValues;
  onChange: (part: Partial<QuestionValues>) => void;
  faults: Faults;
  /** The approval status: chosen by an Admin, shown to a teacher, hidden from a student. */
  statusMode: 'chosen' | 'shown' | 'hidden';
  /** The approval now, or after saving. */
  statusNow: StatusLabel;
  /** The name of the only type in the assessment's form; null if the type can be chosen. */
  fixedType: string | null;
  /** 1 when an administrator has approved it. */
  approved: 0 | 1;
  /** Reports whether files are being uploaded. */
  onBusy: (isBusy: boolean) => void;
}

const LABELS: Readonly<Record<LookupField, MessageKey>> = {
  type_id: 'bank.form.type',
  topic_id: 'bank.form.cluster',
  standard_id: 'bank.form.standard',
  question_subject_id: 'bank.form.subject',
  question_grade_id: 'bank.form.grade',
};

/** Edits the question's categories and shows its approval. */
export function SidePanel({ values, onChange, faults, statusMode, statusNow, fixedType, approved, onBusy }: SidePanelProps) {
  const tags = useTags();
  const isLocked = isPublishedStateLocked({ status: approved });
  const choice = (field: LookupField) => (
    <ChoiceField
      label={t(LABELS[field])}
      source={LOOKUPS[field]}
      value={values[field] ? [values[field]] : []}
      error={faults[field]}
      onChange={([chosen]) => onChange({ [field]: chosen ?? null })}
    />
  );
  return (
    <aside className={styles.side}>
      {fixedType === null ? choice('type_id') : <TextField label={t('bank.form.type')} readOnly value={fixedType} error={faults['type_id']} />}
      {choice('topic_id')}
      {choice('standard_id')}
      <div className={styles.pair}>
        {choice('question_subject_id')}
        {choice('question_grade_id')}
      </div>
      <TagField
        label={t('bank.form.tag')}
        value={values.tag}
        known={tags}
        newLabel={(text) => t('bank.form.newTag', { text })}
        error={faults['tag']}
        onChange={(tag) => onChange({ tag })}
      />
      <hr />
      <Segments
        label={t('bank.form.publishedState')}
        value={values.published_state}
        disabled={isLocked}
        description={isLocked ? t('bank.form.publishedLocked') : undefined}
        segments={[
          { value: 'DRAFT', label: 'DRAFT', icon: IconFilePencil },
          { value: 'PUBLISHED', label: 'PUBLISHED', icon: IconWorld },
        ]}
        error={faults['published_state']}
        onChange={(published_state) => onChange({ published_state })}
      />
      {statusMode === 'chosen' && (
        <SelectField
          label={t('bank.form.status')}
          value={values.status ?? ''}
          error={faults['status']}
          options={[
            ...(values.status === null ? [{ value: '', label: t('bank.form.statusChoose') }] : []),
            ...STATUS_LABELS.map((label) => ({ value: label, label: statusWords(label) })),
          ]}
          onChange={({ target }) => onChange({ status: STATUS_LABELS.find((label) => label === target.value) ?? null })}
        />
      )}
      {statusMode === 'shown' && <TextField label={t('bank.form.status')} readOnly value={statusNow} description={t('bank.form.statusByRules')} />}
      <div className={styles.grade}>
        <TextField label={t('bank.form.overallGrade')} readOnly value={overallGrade(values)} error={faults['overall_grade']} />
        <span>{t('bank.form.overallGradeHint')}</span>
      </div>
      <hr />
      <FileField
        label={t('bank.form.files')}
        value={values.google_drive_link}
        max={QUESTION_LIMITS.maxAttachments}
        error={faults['google_drive_link']}
        onChange={(google_drive_link) => onChange({ google_drive_link })}
        onBusy={onBusy}
      />
    </aside>
  );
}
