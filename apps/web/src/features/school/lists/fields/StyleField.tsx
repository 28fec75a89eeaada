import { useId } from 'react';
import { FieldFrame, type FieldWords } from '../../../../ui/form/index.ts';
import styles from '../lists.module.css';
import { styleName } from '../names.ts';
import { Swatch } from '../Swatch.tsx';

interface StyleFieldProps extends FieldWords {
  value: string;
  onChange: (value: string) => void;
  offers: readonly string[];
  /** The colour that the patterns are shown in. */
  color: string;
}

/** A pattern, shown in the colour that is chosen beside it. */
export function StyleField({ value, onChange, offers, color, ...words }: StyleFieldProps) {
  const id = useId();
  const all = value === '' || offers.includes(value) ? offers : [...offers, value];
  return (
    <FieldFrame id={id} group {...words}>
      <div className={styles.picker}>
        {all.map((offer) => (
          <label key={offer} className={styles.pick} title={styleName(offer)}>
            <input type="radio" name={id} aria-label={styleName(offer)} checked={value === offer} onChange={() => onChange(offer)} />
            <Swatch color={color || 'gray'} style={offer} />
          </label>
        ))}
      </div>
    </FieldFrame>
  );
}
