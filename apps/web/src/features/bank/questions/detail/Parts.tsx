import { Chip } from '../../../../ui/plain/Chip.tsx';
import { IconCircleCheck } from '../../../../ui/plain/icons.ts';
import { Letter, letterAt } from '../../../../ui/plain/Letter.tsx';
import { MathText } from '../../../../ui/rich-text/MathText.tsx';
import { RichTextView } from '../../../../ui/rich-text/RichTextView.tsx';
import type { Question } from '../calls.ts';
import { t } from '../../../../base/t.ts';
import styles from './detail.module.css';

type RubricRows = NonNullable<Question['rubrics']>;

/** Lists the responses. Their reasoning and points appear only if the reader may see them. */
export function Responses({ responses }: Pick<Question, 'responses'>) {
  if (responses.length === 0) return <p className={styles.dimmed}>{t('bank.detail.noResponses')}</p>;
  return (
    <ol className={styles.responses}>
      {responses.map((response, index) => (
        <li key={response.id} data-valid={response.is_valid || undefined}>
          <Letter letter={letterAt(index)} />
          <div className={styles.response}>
            <p className={styles.responseTitle}>
              <span>
                <MathText text={response.title} />
              </span>
              {response.is_valid && (
                <Chip hue="green" icon={IconCircleCheck}>
                  {t('bank.detail.valid')}
                </Chip>
              )}
            </p>
            {response.description && response.description.content.length > 0 && <RichTextView document={response.description} />}
            {response.match_label && (
              <p className={styles.dimmed}>
                {t('bank.detail.matchLevel')}: {response.match_label}
              </p>
            )}
          </div>
          {response.sub_grade !== undefined && (
            <p className={styles.points}>
              <b>{response.sub_grade ?? '–'}</b> {t('bank.detail.subGrade')}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

export function Rubric({ rows, caption }: { rows: RubricRows; caption: string }) {
  return (
    <table className={styles.rubric}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t('bank.form.point')}</th>
          <th scope="col">{t('bank.form.level')}</th>
          <th scope="col">{t('bank.form.rowDescription')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ point, level, description }, index) => (
          <tr key={index}>
            <td>{point}</td>
            <th scope="row">{level}</th>
            <td>{description}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Lists the criteria for answers in students' own words. */
export function Criteria({ criteria }: { criteria: NonNullable<Question['open_response']> }) {
  return (
    <ol className={styles.criteria}>
      {criteria.map((criterion, index) => (
        <li key={index}>
          <p className={styles.responseTitle}>
            <b>{criterion.criterion_name}</b>
            <span className={styles.points}>
              <b>{criterion.open_response_grade ?? '–'}</b> {t('bank.detail.grade')}
            </span>
          </p>
          {criterion.description && <p className={styles.dimmed}>{criterion.description}</p>}
          {criterion.rubrics.length > 0 && <Rubric rows={criterion.rubrics} caption={criterion.criterion_name} />}
        </li>
      ))}
    </ol>
  );
}
