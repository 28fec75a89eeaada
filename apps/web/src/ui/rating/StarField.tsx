import { useId, useState } from 'react';
import { Stars } from './Stars.tsx';
import { Row, Stack, Text } from '../plain/layout/layout.tsx';
import styles from './rating.module.css';

export interface StarFieldProps {
  label: string;
  /** The rating from 1 to 5 in half steps; null before anything is selected. */
  value: number | null;
  onChange: (value: number) => void;
  /** Returns the name of a rating, for screen readers. */
  nameOf: (value: number) => string;
}

/** The ratings from 1 to 5. */
const STEPS = [1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5] as const;

/**
 * A star rating in half steps: the left half of a star is half of it. Arrow keys move a half step, as in every radio
 * group, because it is one.
 */
export function StarField({ label, value, onChange, nameOf }: StarFieldProps) {
  const name = useId();
  const [pointed, setPointed] = useState<number | null>(null);
  return (
    <Stack as="fieldset" gap={8} align="center" className={styles.field}>
      <legend className={styles.legend}>{label}</legend>
      <Row inline align="stretch" radius="md" className={styles.row} onPointerLeave={() => setPointed(null)}>
        <Stars value={pointed ?? value ?? 0} size={40} className={styles.big} />
        {STEPS.map((step, index) => (
          <label
            key={step}
            className={styles.step}
            // Each has a tenth of the width; the first star has no half and takes two.
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
      </Row>
      <Text size={16} weight={600} className={styles.said} aria-hidden>
        {(pointed ?? value) === null ? ' ' : nameOf((pointed ?? value) as number)}
      </Text>
    </Stack>
  );
}
