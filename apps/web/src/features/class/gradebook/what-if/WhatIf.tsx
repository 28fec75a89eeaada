import type { GradeBookSettings } from '@classwright/contract/class/gradebook/calls';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { SelectField } from '../../../../ui/form/index.ts';
import { IconPencil } from '../../../../ui/feature-icons/icons.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { CheckField, TextField } from '../../../../ui/plain/Field.tsx';
import type { GradebookState } from '../gradebook-state.ts';
import { figureText, percentText } from '../words.ts';
import { t } from '../../../../base/t.ts';
import { WhatIfState } from './what-if-state.ts';
import styles from './what-if.module.css';

interface WhatIfProps {
  grades: GradebookState;
  onEnd: () => void;
  /** Renders the gradebook as it would be. */
  children: (tried: GradebookState) => ReactNode;
}

/**
 * Lets a teacher try out grades, weights and drops. Above the sheet it shows the settings and the resulting averages of
 * the class.
 */
export function WhatIf({ grades, onEnd, children }: WhatIfProps) {
  const [tried, setTried] = useState<WhatIfState | null>(null);
  useEffect(() => {
    const made = new WhatIfState(grades);
    setTried(made);
    return () => made.stop();
  }, [grades]);
  if (!tried) return null;
  return (
    <>
      <Panel grades={grades} tried={tried} onEnd={onEnd} />
      {children(tried)}
    </>
  );
}

const CALCULATIONS = ['NO_OVERALL_GRADE', 'TOTAL_POINTS', 'WEIGHTED_BY_CATEGORY'] as const;

function Panel({ grades, tried, onEnd }: Pick<WhatIfProps, 'grades' | 'onEnd'> & { tried: WhatIfState }) {
  useSyncExternalStore(tried.subscribe, tried.getVersion);
  // Resetting everything remounts every field.
  const [round, setRound] = useState(0);
  const settings = tried.triedSettings;
  const change = (to: Partial<GradeBookSettings>) => tried.trySettings({ ...settings, ...to });
  const changeCategory = (id: number, to: Partial<GradeBookSettings['categories'][number]>) =>
    change({ categories: settings.categories.map((one) => (one.category_id === id ? { ...one, ...to } : one)) });
  const count = tried.countTried();
  return (
    <section className={styles.panel} aria-label={t('tryOut.title')}>
      <div className={styles.head}>
        <p className={styles.hint}>
          <IconPencil size={18} />
          <span>
            <strong>{t('tryOut.title')}</strong> {t('tryOut.hint')}
          </span>
        </p>
        <Button
          onClick={() => {
            tried.putAllBack();
            setRound(round + 1);
          }}
        >
          {t('tryOut.putBack')}
        </Button>
        <Button variant="filled" onClick={onEnd}>
          {t('tryOut.end')}
        </Button>
      </div>
      <details key={round}>
        <summary>{t('tryOut.settings')}</summary>
        <div className={styles.fields}>
          <div className={styles.whole}>
            <SelectField
              label={t('tryOut.calculation')}
              value={settings.calculation_type}
              options={CALCULATIONS.map((value) => ({ value, label: t(`sheet.calculation.${value}`) }))}
              onChange={({ target }) => change({ calculation_type: target.value as GradeBookSettings['calculation_type'] })}
            />
            <CheckField
              label={t('tryOut.excludeMissing')}
              checked={settings.exclude_missing}
              onChange={({ target }) => change({ exclude_missing: target.checked })}
            />
          </div>
          {settings.categories.map(({ category_id: id, category_name: name, category_point, drop_lowest }) => (
            <fieldset key={id} className={styles.category}>
              <legend dir="auto">{name}</legend>
              <NumberField
                label={t('tryOut.weight')}
                wrong={t('tryOut.weightWrong')}
                pattern={/^\d{1,7}([.,]\d{1,2})?$/}
                value={category_point}
                onChange={(point) => changeCategory(id, { category_point: point })}
              />
              <NumberField
                label={t('tryOut.drop')}
                wrong={t('tryOut.dropWrong')}
                pattern={/^(?:\d{1,3}|1000)$/}
                value={drop_lowest}
                onChange={(drop) => changeCategory(id, { drop_lowest: drop })}
              />
            </fieldset>
          ))}
        </div>
      </details>
      <p className={styles.outcome} role="status">
        {t('tryOut.average', { list: listAverages(grades, tried) })}
        {count > 0 && ` · ${t('tryOut.tried', { count })}`}
      </p>
    </section>
  );
}

interface NumberFieldProps {
  label: string;
  wrong: string;
  pattern: RegExp;
  value: number;
  onChange: (value: number) => void;
}

/** A number input. An invalid number is reported and ignored; the previous value stays in force. */
function NumberField({ label, wrong, pattern, value, onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState(String(value));
  const isRight = (text: string) => pattern.test(text.trim());
  return (
    <TextField
      label={label}
      inputMode="decimal"
      autoComplete="off"
      maxLength={10}
      value={typed}
      error={isRight(typed) ? undefined : wrong}
      onChange={({ target }) => {
        setTyped(target.value);
        if (isRight(target.value)) onChange(Number(target.value.trim().replace(',', '.')));
      }}
    />
  );
}

/** Lists the class's averages as they are and as they would be. */
function listAverages(grades: GradebookState, tried: WhatIfState): string {
  const [before, after] = [grades.classAverages(), tried.classAverages()];
  const words = (name: string, from: number | null, to: number | null, text: (value: number | null) => string) =>
    from === to ? t('tryOut.same', { name, value: text(to) }) : t('tryOut.moved', { name, from: text(from), to: text(to) });
  return [
    words(t('sheet.overall'), before?.overall ?? null, after?.overall ?? null, percentText),
    ...tried.chosenPeriods.map(({ name }, place) => words(name ?? t('sheet.mpg'), before?.periods[place] ?? null, after?.periods[place] ?? null, figureText)),
  ].join(' · ');
}
