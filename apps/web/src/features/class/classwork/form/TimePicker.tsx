import { useId } from 'react';
import { FieldFrame } from '../../../../ui/form/index.ts';
import { t } from '../../../../base/t.ts';
import styles from './work-form.module.css';

interface TimePickerProps {
  label: string;
  /** The time as HH:MM of 24 hours; '' without one. */
  value: string;
  onChange: (value: string) => void;
  description?: string | undefined;
  error?: string | undefined;
  disabled?: boolean;
}

const two = (part: number): string => String(part).padStart(2, '0');
const HOURS = Array.from({ length: 12 }, (_, index) => index + 1);
const MINUTES = Array.from({ length: 60 }, (_, index) => index);

/** A field for a time of day in 12 hours with AM and PM, as hh:mm A. */
export function TimePicker({ label, value, onChange, description, error, disabled }: TimePickerProps) {
  const id = useId();
  const [hour24, minute] = value === '' ? [null, 0] : (value.split(':').map(Number) as [number, number]);
  const isPm = hour24 !== null && hour24 >= 12;
  const hour = hour24 === null ? '' : two(hour24 % 12 === 0 ? 12 : hour24 % 12);
  const put = (twelve: string, minutes: number, pm: boolean) => onChange(twelve === '' ? '' : `${two((Number(twelve) % 12) + (pm ? 12 : 0))}:${two(minutes)}`);
  return (
    <FieldFrame id={id} group label={label} description={description} error={error}>
      <div className={styles.time}>
        <select aria-label={`${label}: ${t('work.form.hour')}`} value={hour} disabled={disabled} onChange={({ target }) => put(target.value, minute, isPm)}>
          <option value="">--</option>
          {HOURS.map((one) => (
            <option key={one} value={two(one)}>
              {two(one)}
            </option>
          ))}
        </select>
        <span aria-hidden>:</span>
        <select
          aria-label={`${label}: ${t('work.form.minute')}`}
          value={hour24 === null ? '' : two(minute)}
          disabled={disabled || hour24 === null}
          onChange={({ target }) => put(hour, Number(target.value), isPm)}
        >
          {hour24 === null && <option value="">--</option>}
          {MINUTES.map((one) => (
            <option key={one} value={two(one)}>
              {two(one)}
            </option>
          ))}
        </select>
        <select
          aria-label={`${label}: ${t('work.form.half')}`}
          value={isPm ? 'PM' : 'AM'}
          disabled={disabled || hour24 === null}
          onChange={({ target }) => put(hour, minute, target.value === 'PM')}
        >
          <option value="AM">{t('work.form.AM')}</option>
          <option value="PM">{t('work.form.PM')}</option>
        </select>
      </div>
    </FieldFrame>
  );
}
