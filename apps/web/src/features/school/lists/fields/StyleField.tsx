import { useId } from 'react';
import { FieldFrame, type FieldWords } from '../../../../ui/form/index.ts';
import { Grid, Row } from '../../../../ui/plain/layout/layout.tsx';
import styles from '../lists.module.css';
import { styleName } from '../names.ts';
import { Swatch } from '../Swatch.tsx';

interface StyleFieldProps extends FieldWords {
  value: string;
  onChange: (value: string) => void;
  offers: readonly string[];
  /** The color in which the patterns are shown. */
  color: string;
}

/** An input for a pattern, shown in the color selected next to it. */
export function StyleField({ value, onChange, offers, color, ...words }: StyleFieldProps) {
  const id = useId();
  const all = value === '' || offers.includes(value) ? offers : [...offers, value];
  return (
    <FieldFrame id={id} group {...words}>
      <Row wrap gap={2} align="stretch" className={styles.picker}>
        {all.map((offer) => (
          <Grid as="label" key={offer} align="center" items="center" radius="md" className={styles.pick} title={styleName(offer)}>
            <input type="radio" name={id} aria-label={styleName(offer)} checked={value === offer} onChange={() => onChange(offer)} />
            <Swatch color={color || 'gray'} style={offer} />
          </Grid>
        ))}
      </Row>
    </FieldFrame>
  );
}
