import type { ListField } from '@classwright/contract/core/list-fields';
import type { ReactNode } from 'react';
import { ChoiceField, SwitchField, TextArea, YesNoField, type Choice } from '../../../ui/form/index.ts';
import { TextField } from '../../../ui/plain/Field.tsx';
import { choicesOf } from '../choices.ts';
import { say } from '../t.ts';
import type { FieldValue } from '../values.ts';
import { ColourField } from './ColourField.tsx';
import { StyleField } from './StyleField.tsx';

export interface FieldInputProps {
  field: ListField;
  value: FieldValue;
  onChange: (value: FieldValue) => void;
  error: string | undefined;
  /** The colour of the same row, in which its patterns are shown. */
  color: string;
}

/** The control of a field, by its kind. */
export function FieldInput({ field, value, onChange, error, color }: FieldInputProps): ReactNode {
  const { kind, label, hint, initial, offers = [], reference } = field;
  const words = { label: say(label), description: hint && say(hint), error };
  const line = { ...words, value: String(value ?? ''), onChange: (event: { target: { value: string } }) => onChange(event.target.value) };
  if (reference) {
    const several = kind === 'references';
    return <ChoiceField {...words} value={(value ?? []) as readonly Choice[]} onChange={onChange} source={choicesOf(reference.to)} several={several} />;
  }
  switch (kind) {
    case 'longText':
      return <TextArea {...line} />;
    case 'flag':
      return initial === undefined ? (
        <YesNoField {...words} value={value as boolean | null} onChange={onChange} />
      ) : (
        <SwitchField {...words} checked={value === true} onChange={onChange} />
      );
    case 'date':
      return <TextField {...line} type="date" min="1900-01-01" max="2199-12-31" />;
    case 'time':
      return <TextField {...line} type="time" />;
    case 'number':
      return <TextField {...line} inputMode="numeric" />;
    case 'colour':
      return <ColourField {...words} value={line.value} onChange={onChange} offers={offers} />;
    case 'style':
      return <StyleField {...words} value={line.value} onChange={onChange} offers={offers} color={color} />;
    default:
      return <TextField {...line} autoComplete="off" />;
  }
}
