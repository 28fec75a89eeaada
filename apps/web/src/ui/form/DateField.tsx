import { TextField, type TextFieldProps } from '../plain/Field.tsx';

type MomentFieldProps = Omit<TextFieldProps, 'type'>;

/**
 * A date, as `YYYY-MM-DD`; '' while it is empty or incomplete. It is the browser's own field, with its picker, texts
 * and keys. The limits keep years at four digits; the form reports a date beyond them.
 */
export const DateField = (props: MomentFieldProps) => <TextField min="1900-01-01" max="2199-12-31" {...props} type="date" />;

/** A time of day, as `HH:MM`; '' while it is empty or incomplete. */
export const TimeField = (props: MomentFieldProps) => <TextField {...props} type="time" />;
