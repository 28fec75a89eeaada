import { useId } from 'react';
import { classes } from '../plain/classes.ts';
import type { IconComponent } from '../plain/icon.tsx';
import { Row } from '../plain/layout/layout.tsx';
import { FieldFrame, type FieldWords } from './FieldFrame.tsx';
import styles from './form.module.css';

export interface Segment<Value extends string> {
  value: Value;
  label: string;
  icon?: IconComponent;
}

export interface SegmentsProps<Value extends string> extends FieldWords {
  /** Null before anything is selected. */
  value: Value | null;
  onChange: (value: Value) => void;
  segments: readonly Segment<Value>[];
  disabled?: boolean;
}

/** A choice of two or three options side by side. Arrow keys move, as in every radio group. */
export function Segments<Value extends string>({ value, onChange, segments, disabled = false, ...words }: SegmentsProps<Value>) {
  const id = useId();
  return (
    <FieldFrame id={id} group {...words}>
      <Row align="stretch" radius="md" className={styles.segments} data-invalid={words.error ? true : undefined} data-disabled={disabled || undefined}>
        {segments.map(({ value: own, label, icon: Icon }) => (
          <Row
            as="label"
            key={own}
            inline
            gap={6}
            justify="center"
            size={13}
            weight={600}
            className={classes(styles.segment, own === value && styles.segmentOn)}
          >
            <input type="radio" name={id} className="visually-hidden" checked={own === value} disabled={disabled} onChange={() => onChange(own)} />
            {Icon && <Icon size={16} />}
            {label}
          </Row>
        ))}
      </Row>
    </FieldFrame>
  );
}
