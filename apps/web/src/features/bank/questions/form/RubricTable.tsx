import { IconButton } from '../../../../ui/plain/IconButton.tsx';
import { IconTrash } from '../../../../ui/feature-icons/icons.ts';
import { t } from '../../../../base/t.ts';
import { CellArea, CellField } from './CellField.tsx';
import type { Faults } from './find-faults.ts';
import styles from './form.module.css';
import type { RubricRow } from './values.ts';

interface RubricTableProps {
  label: string;
  rows: readonly RubricRow[];
  onChange: (rows: readonly RubricRow[]) => void;
  faults: Faults;
  /** The path of the rows in the form, by which errors are named. */
  path: string;
}

/** A table of points by level, by which responses and criteria are scored. */
export function RubricTable({ label, rows, onChange, faults, path }: RubricTableProps) {
  const change = (key: string, part: Partial<RubricRow>) => onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  if (rows.length === 0) return null;
  return (
    <div className={styles.rubric} role="group" aria-label={label}>
      <div className={styles.heads} aria-hidden>
        <span>{t('bank.form.point')}</span>
        <span>{t('bank.form.level')}</span>
        <span>{t('bank.form.rowDescription')}</span>
      </div>
      {rows.map((row, index) => (
        <div key={row.key} className={styles.rubricRow} role="group" aria-label={`${label} ${index + 1}`}>
          <CellField
            label={t('bank.form.point')}
            inputMode="numeric"
            maxLength={10}
            value={row.point}
            error={faults[`${path}.${index}.point`]}
            onChange={({ target }) => change(row.key, { point: target.value })}
          />
          <CellField
            label={t('bank.form.level')}
            maxLength={100}
            value={row.level}
            error={faults[`${path}.${index}.level`]}
            onChange={({ target }) => change(row.key, { level: target.value })}
          />
          <CellArea
            label={t('bank.form.rowDescription')}
            maxLength={2000}
            value={row.description}
            error={faults[`${path}.${index}.description`]}
            onChange={({ target }) => change(row.key, { description: target.value })}
          />
          <IconButton
            icon={IconTrash}
            size="s"
            label={t('bank.form.removeRow', { number: index + 1 })}
            onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
          />
        </div>
      ))}
    </div>
  );
}
