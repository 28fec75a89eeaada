import { useId, useState } from 'react';
import { Stars } from './Stars.tsx';
import styles from './rating.module.css';

export interface StarFieldProps {
  label: string;
  /** 1 to 5 in half steps; null before anything is chosen. */
  value: number | null;
  onChange: (value: number) => void;
  /** What a rating is called, for those who do not see stars. */
  nameOf: (value: number) => string;
}

/** From 1 to 5. */
const STEPS = [1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5] as const;

/**
 * A rating by stars in half steps: the left half of a star is half of it. Arrows walk a half step, as in every group
 * of choices, because that is what it is.
 */
export function StarField({ label, value, onChange, nameOf }: StarFieldProps) {
  const name = useId();
  const [pointed, setPointed] = useState<number | null>(null);
  return (
    <fieldset className={styles.field}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.row} onPointerLeave={() => setPointed(null)}>
        <Stars value={pointed ?? value ?? 0} size={40} className={styles.big} />
        {STEPS.map((step, index) => (
          <label
            key={step}
            className={styles.step}
            // a tenth of the width each; the first star has no half and takes two
            style={{ insetInlineStart: `${index === 0 ? 0 : (index + 1) * 10}%`, width: index === 0 ? '20%' : '10%' }}
            onPointerEnter={() => setPointed(step)}
          >
            <input
              type="radio"
              name={name}
              value={step}
              checked={value === step}
              data-autofocus={(value ?? 1) === step || undefined}
              onChange={() => {
                setPointed(null);
                onChange(step);
              }}
            />
            <span className="visually-hidden">{nameOf(step)}</span>
          </label>
        ))}
      </div>
      <p className={styles.said} aria-hidden>
        {(pointed ?? value) === null ? ' ' : nameOf((pointed ?? value) as number)}
      </p>
    </fieldset>
  );
}
