import { useId } from 'react';
import { CheckField } from '../../../ui/plain/Field.tsx';
import { Grid, Row, Text } from '../../../ui/plain/layout/layout.tsx';
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
    <Grid
      role="radiogroup"
      aria-label={t('schoolSettings.censorship')}
      aria-invalid={error !== undefined}
      aria-describedby={describedBy(id, { description: t('schoolSettings.censorshipHint'), error })}
      gap={6}
    >
      <Text size={13} tone="dimmed" className={styles.hint} id={`${id}d`}>
        {t('schoolSettings.censorshipHint')}
      </Text>
      <Row as="label" gap={8} className={styles.radio}>
        <input type="radio" name={id} checked={chosen === null} onChange={() => onChange(null)} />
        {t('schoolSettings.allLevels')}
      </Row>
      <Row as="label" gap={8} className={styles.radio}>
        <input type="radio" name={id} checked={chosen !== null} onChange={() => onChange(active())} />
        {t('schoolSettings.someLevels')}
      </Row>
      {chosen !== null && (
        <Grid gap={4} className={styles.some} role="group" aria-label={t('schoolSettings.someLevels')}>
          {levels.map((level) => (
            <CheckField
              key={level.id}
              label={level.is_active ? level.name : t('schoolSettings.levelOff', { name: level.name })}
              checked={chosen.includes(level.id)}
              onChange={() => toggle(level.id)}
            />
          ))}
          {(levels.length === 0 || chosen.length === 0) && (
            <Text size={13} tone="dimmed" className={styles.hint}>
              {t(levels.length === 0 ? 'schoolSettings.noLevels' : 'schoolSettings.noneChosen')}
            </Text>
          )}
        </Grid>
      )}
      {error && (
        <Text role="alert" id={`${id}e`} size={13} tone="error">
          {error}
        </Text>
      )}
    </Grid>
  );
}
