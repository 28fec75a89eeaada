import type { ListField, ListTarget } from '@classwright/contract/core/list-fields';
import { useState, type ReactNode, useId } from 'react';
import { showSnack } from '../../../../base/snackbar.ts';
import { type Choice, ChoiceField, DateField, SwitchField, TextArea, TimeField, YesNoField, FieldFrame, type FieldWords } from '../../../../ui/form/index.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { TextField } from '../../../../ui/plain/Field.tsx';
import { choicesOf } from '../choices.ts';
import { loadEveryChoice } from '../row-calls.ts';
import { t } from '../../../../base/t.ts';
import { messageOf } from '../message-of.ts';
import type { FieldValue } from '../values.ts';
import { classes } from '../../../../ui/plain/classes.ts';
import { Grid, Row } from '../../../../ui/plain/layout/layout.tsx';
import { IconPalette } from '../../../../ui/feature-icons/icons.ts';
import styles from '../lists.module.css';
import { colorName, styleName } from '../names.ts';
import { Swatch } from '../Swatch.tsx';

interface PickerProps extends FieldWords {
  value: string;
  onChange: (value: string) => void;
  offers: readonly string[];
}

const toHex = (value: string): string => (/^#[0-9a-f]{6}$/.test(value) ? value : '#7e767c');

/** An input for one of the product's colors, or any other. */
function ColorField({ value, onChange, offers, ...words }: PickerProps) {
  const id = useId();
  const isOwn = value !== '' && !offers.includes(value);
  return (
    <FieldFrame id={id} group {...words}>
      <Row wrap gap={2} align="stretch" className={styles.picker}>
        {offers.map((offer) => (
          <Grid as="label" key={offer} align="center" items="center" radius="md" className={styles.pick} title={colorName(offer)}>
            <input type="radio" name={id} aria-label={colorName(offer)} checked={value === offer} onChange={() => onChange(offer)} />
            <Swatch color={offer} />
          </Grid>
        ))}
        <Grid as="label" align="center" items="center" radius="md" className={classes(styles.pick, isOwn && styles.own)} title={t('list.ownColour')}>
          <input type="color" aria-label={t('list.ownColour')} value={toHex(value)} onChange={(event) => onChange(event.target.value.toLowerCase())} />
          {isOwn ? <Swatch color={value} /> : <IconPalette size={20} />}
        </Grid>
      </Row>
    </FieldFrame>
  );
}

export interface FieldInputProps {
  field: ListField;
  value: FieldValue;
  onChange: (value: FieldValue) => void;
  error: string | undefined;
  /** The color of the same row, in which its patterns are shown. */
  color: string;
}

/** A button that selects all options. */
function EveryChoice({ to, onChange }: { to: ListTarget; onChange: (value: FieldValue) => void }) {
  const [pending, setPending] = useState(false);
  const choose = async () => {
    setPending(true);
    try {
      onChange(await loadEveryChoice(to));
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
    } finally {
      setPending(false);
    }
  };
  return (
    <Button size="s" variant="subtle" pending={pending} onClick={() => void choose()}>
      {t('list.everyOne')}
    </Button>
  );
}

/** The input of a field, by its kind. */
export function FieldInput({ field, value, onChange, error, color }: FieldInputProps): ReactNode {
  const { kind, label, hint, initial, begins, offers = [], reference } = field;
  const words = { label: messageOf(label), description: hint && messageOf(hint), error };
  const line = { ...words, value: String(value ?? ''), onChange: (event: { target: { value: string } }) => onChange(event.target.value) };
  if (reference) {
    const several = kind === 'references';
    const choose = <ChoiceField {...words} value={(value ?? []) as readonly Choice[]} onChange={onChange} source={choicesOf(reference.to)} several={several} />;
    return several ? (
      <>
        {choose}
        <EveryChoice to={reference.to} onChange={onChange} />
      </>
    ) : (
      choose
    );
  }
  switch (kind) {
    case 'longText':
      return <TextArea {...line} />;
    case 'flag':
      return initial === undefined && begins === undefined ? (
        <YesNoField {...words} value={value as boolean | null} onChange={onChange} />
      ) : (
        <SwitchField {...words} checked={value === true} onChange={onChange} />
      );
    case 'date':
      return <DateField {...line} />;
    case 'time':
      return <TimeField {...line} />;
    case 'number':
      return <TextField {...line} inputMode="numeric" />;
    case 'colour':
      return <ColorField {...words} value={line.value} onChange={onChange} offers={offers} />;
    case 'style':
      return <StyleField {...words} value={line.value} onChange={onChange} offers={offers} color={color} />;
    default:
      return <TextField {...line} autoComplete="off" />;
  }
}

interface StyleFieldProps extends FieldWords {
  value: string;
  onChange: (value: string) => void;
  offers: readonly string[];
  /** The color in which the patterns are shown. */
  color: string;
}

/** An input for a pattern, shown in the color selected next to it. */
function StyleField({ value, onChange, offers, color, ...words }: StyleFieldProps) {
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
