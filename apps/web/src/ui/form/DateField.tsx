import { TextField, type TextFieldProps } from '../plain/Field.tsx';

type MomentFieldProps = Omit<TextFieldProps, 'type'>;

/**
 * A day of the calendar, as `YYYY-MM-DD`; '' while none or only part of one is there. The browser's own field: its picker,
 * its words, its keys. The ends keep years at four digits, and the form says what is wrong with one beyond them.
 */
export const DateField = (props: MomentFieldProps) => <TextField min="1900-01-01" max="2199-12-31" {...props} type="date" />;

/** A time of the day, as `HH:MM`; '' while none or only part of one is there. */
export const TimeField = (props: MomentFieldProps) => <TextField {...props} type="time" />;
