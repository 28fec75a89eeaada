import { useId } from 'react';
import { CheckField } from '../../../ui/plain/Field.tsx';
import { describedBy } from '../../../ui/form/index.ts';
import styles from './school-settings.module.css';
import { t } from '../../../base/t.ts';

interface LevelsFieldProps {
  levels: readonly { id: number; name: string; is_active: boolean }[];
  /** The selected levels; null for every active one. */
  chosen: readonly number[] | null;
  error: string | undefined;
  onChange: (chosen: number[] | null) => void;
}

/** Selects all active levels, or only some. */
export function LevelsField({ levels, chosen, error, onChange }: LevelsFieldProps) {
  const id = useId();
  const toggle = (level: number) => onChange(chosen?.includes(level) ? chosen.filter((other) => other !== level) : [...(chosen ?? []), level]);
  const active = () => levels.filter(({ is_active }) => is_active).map((level) => level.id);
  return (
    <div
      role="radiogroup"
      aria-label={t('schoolSettings.censorship')}
      aria-invalid={error !== undefined}
      aria-describedby={describedBy(id, { description: t('schoolSettings.censorshipHint'), error })}
      className={styles.levels}
    >
      <p className={styles.hint} id={`${id}d`}>
        {t('schoolSettings.censorshipHint')}
      </p>
      <label className={styles.radio}>
        <input type="radio" name={id} checked={chosen === null} onChange={() => onChange(null)} />
        {t('schoolSettings.allLevels')}
      </label>
      <label className={styles.radio}>
        <input type="radio" name={id} checked={chosen !== null} onChange={() => onChange(active())} />
        {t('schoolSettings.someLevels')}
      </label>
      {chosen !== null && (
        <div className={styles.some} role="group" aria-label={t('schoolSettings.someLevels')}>
          {levels.map((level) => (
            <CheckField
              key={level.id}
              label={level.is_active ? level.name : t('schoolSettings.levelOff', { name: level.name })}
              checked={chosen.includes(level.id)}
              onChange={() => toggle(level.id)}
            />
          ))}
          {(levels.length === 0 || chosen.length === 0) && (
            <p className={styles.hint}>{t(levels.length === 0 ? 'schoolSettings.noLevels' : 'schoolSettings.noneChosen')}</p>
          )}
        </div>
      )}
      {error && (
        <p role="alert" id={`${id}e`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
