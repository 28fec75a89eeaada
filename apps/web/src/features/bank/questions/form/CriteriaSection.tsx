import { Button } from '../../../../ui/plain/Button.tsx';
import { IconPlus } from '../../../../ui/plain/icons.ts';
import { IconTrash } from '../../../../ui/feature-icons/icons.ts';
import { t } from '../../../../base/t.ts';
import { CellArea, CellField } from './CellField.tsx';
import type { Faults } from './find-faults.ts';
import styles from './form.module.css';
import { RubricTable } from './RubricTable.tsx';
import { criterionGrade, openTotal } from './scoring.ts';
import { Section } from './Section.tsx';
import { newCriterion, newRow, type CriterionValues } from './values.ts';

interface CriteriaSectionProps {
  criteria: readonly CriterionValues[];
  onChange: (criteria: readonly CriterionValues[]) => void;
  faults: Faults;
}

/** Edits the criteria for answers in students' own words. */
export function CriteriaSection({ criteria, onChange, faults }: CriteriaSectionProps) {
  const change = (key: string, part: Partial<CriterionValues>) =>
    onChange(criteria.map((criterion) => (criterion.key === key ? { ...criterion, ...part } : criterion)));
  return (
    <Section
      title={t('bank.form.criteria')}
      count={criteria.length}
      hint={t('bank.form.criteriaHint')}
      addLabel={t('bank.form.addCriterion')}
      onAdd={() => onChange([...criteria, newCriterion()])}
    >
      {criteria.map((criterion, index) => {
        const number = index + 1;
        const path = `open_response.${index}`;
        return (
          <div key={criterion.key} className={styles.criterion} role="group" aria-label={t('bank.form.criterion', { number })}>
            <div className={styles.criterionFields} data-labelled>
              <CellField
                label={t('bank.form.criterionName')}
                maxLength={200}
                value={criterion.criterion_name}
                error={faults[`${path}.criterion_name`]}
                onChange={({ target }) => change(criterion.key, { criterion_name: target.value })}
              />
              <CellField
                label={t('bank.form.openResponseGrade')}
                readOnly
                title={t('bank.form.openResponseGradeHint')}
                value={criterionGrade(criterion)}
                error={faults[`${path}.open_response_grade`]}
              />
              <CellArea
                label={t('bank.form.criterionDescription')}
                maxLength={2000}
                value={criterion.description}
                error={faults[`${path}.description`]}
                onChange={({ target }) => change(criterion.key, { description: target.value })}
              />
            </div>
            <RubricTable
              label={t('bank.form.criterionRubric', { number })}
              rows={criterion.rubrics}
              faults={faults}
              path={`${path}.rubrics`}
              onChange={(rubrics) => change(criterion.key, { rubrics })}
            />
            <div className={styles.criterionFoot}>
              <Button size="s" icon={IconPlus} onClick={() => change(criterion.key, { rubrics: [...criterion.rubrics, newRow()] })}>
                {t('bank.form.addRow')}
              </Button>
              <Button size="s" variant="subtle" icon={IconTrash} onClick={() => onChange(criteria.filter(({ key }) => key !== criterion.key))}>
                {t('bank.form.removeCriterion', { number })}
              </Button>
            </div>
          </div>
        );
      })}
      {criteria.length > 0 && <p className={styles.total}>{t('bank.form.openTotal', { points: openTotal(criteria) || '0' })}</p>}
    </Section>
  );
}
