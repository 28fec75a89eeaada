import { useId } from 'react';
import { FieldFrame, type FieldWords } from '../../../../ui/form/index.ts';
import { classes } from '../../../../ui/plain/classes.ts';
import { IconPalette } from '../../../../ui/feature-icons/icons.ts';
import styles from '../lists.module.css';
import { colorName } from '../names.ts';
import { Swatch } from '../Swatch.tsx';
import { t } from '../../../../base/t.ts';

interface PickerProps extends FieldWords {
  value: string;
  onChange: (value: string) => void;
  offers: readonly string[];
}

const toHex = (value: string): string => (/^#[0-9a-f]{6}$/.test(value) ? value : '#7e767c');

/** An input for one of the product's colors, or any other. */
export function ColorField({ value, onChange, offers, ...words }: PickerProps) {
  const id = useId();
  const isOwn = value !== '' && !offers.includes(value);
  return (
    <FieldFrame id={id} group {...words}>
      <div className={styles.picker}>
        {offers.map((offer) => (
          <label key={offer} className={styles.pick} title={colorName(offer)}>
            <input type="radio" name={id} aria-label={colorName(offer)} checked={value === offer} onChange={() => onChange(offer)} />
            <Swatch color={offer} />
          </label>
        ))}
        <label className={classes(styles.pick, isOwn && styles.own)} title={t('list.ownColour')}>
          <input type="color" aria-label={t('list.ownColour')} value={toHex(value)} onChange={(event) => onChange(event.target.value.toLowerCase())} />
          {isOwn ? <Swatch color={value} /> : <IconPalette size={20} />}
        </label>
      </div>
    </FieldFrame>
  );
}
