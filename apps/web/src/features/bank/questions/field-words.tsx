import { letterAt } from '../../../ui/plain/Letter.tsx';
import { RichTextView } from '../../../ui/rich-text/RichTextView.tsx';
import { MathText } from '../../../ui/rich-text/MathText.tsx';
import styles from './field-words.module.css';
import type { QuestionField, QuestionValues, RubricRow } from './form/values.ts';
import { type MessageKey, t } from '../../../base/t.ts';

const LABELS: Readonly<Record<QuestionField, MessageKey>> = {
  title: 'bank.form.title',
  description: 'bank.form.description',
  type_id: 'bank.form.type',
  topic_id: 'bank.form.cluster',
  standard_id: 'bank.form.standard',
  question_subject_id: 'bank.form.subject',
  question_grade_id: 'bank.form.grade',
  tag: 'bank.form.tag',
  published_state: 'bank.form.publishedState',
  status: 'bank.form.status',
  responses: 'bank.form.responses',
  rubrics: 'bank.form.rubric',
  open_response: 'bank.form.criteria',
  google_drive_link: 'bank.form.files',
};

/** Returns a field's label. */
export const fieldLabel = (field: QuestionField): string => t(LABELS[field]);

/** Shows a field's value as text, in conflicts and between versions. */
export function FieldWords({ field, values }: { field: QuestionField; values: QuestionValues }) {
  const nothing = <span className={styles.nothing}>{t('bank.conflict.nothing')}</span>;
  switch (field) {
    case 'description':
      return values.description.content.length > 0 ? <RichTextView document={values.description} /> : nothing;
    case 'responses':
      return values.responses.length === 0 ? (
        nothing
      ) : (
        <ol className={styles.rows}>
          {values.responses.map((response, index) => (
            <li key={response.key}>
              <b>
                {letterAt(index)}. <MathText text={response.title} />
              </b>
              <RichTextView document={response.description} />
              <small>
                {[
                  response.match_label && `${t('bank.form.matchLevel')}: ${response.match_label}`,
                  `${t('bank.form.isValid')}: ${response.is_valid ? t('common.yes') : t('common.no')}`,
                  `${t('bank.form.points')}: ${response.sub_grade}`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </li>
          ))}
        </ol>
      );
    case 'rubrics':
      return values.rubrics.length === 0 ? nothing : <Rows rows={values.rubrics} />;
    case 'open_response':
      return values.open_response.length === 0 ? (
        nothing
      ) : (
        <ol className={styles.rows}>
          {values.open_response.map((criterion) => (
            <li key={criterion.key}>
              <b>{criterion.criterion_name}</b>
              {criterion.description && <p>{criterion.description}</p>}
              <Rows rows={criterion.rubrics} />
            </li>
          ))}
        </ol>
      );
    default:
      return <>{plainWords(field, values) || nothing}</>;
  }
}

function Rows({ rows }: { rows: readonly RubricRow[] }) {
  return (
    <ul className={styles.rows}>
      {rows.map(({ key, point, level, description }) => (
        <li key={key}>{[point, level, description].filter(Boolean).join(' · ')}</li>
      ))}
    </ul>
  );
}

function plainWords(field: QuestionField, values: QuestionValues): string {
  const value = values[field];
  if (value === null || value === undefined) return '';
  if (field === 'tag') return values.tag.join(', ');
  if (field === 'google_drive_link') return values.google_drive_link.map(({ name }) => name).join(', ');
  if (typeof value === 'object' && 'name' in value) return String(value.name);
  return String(value);
}
