import { locale } from '../../base/language.ts';
import { getSession } from '../../base/session.ts';

/** "20-11-2026" and "10:24:07" of a UTC instant, in the school's zone: in English as the bank's lists write it, else as the language does. */
export function dayAndTime(instant: string): { day: string; time: string } {
  const zone = getSession()?.user.school?.time_zone;
  const write = (options: Intl.DateTimeFormatOptions, language = locale()) =>
    new Intl.DateTimeFormat(language, { ...options, ...(zone ? { timeZone: zone } : {}) }).format(new Date(instant));
  const date = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
  return {
    day: locale() === 'en-US' ? write(date, 'en-GB').replaceAll('/', '-') : write(date),
    time: write({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }),
  };
}

/** "20-11-2026 10:24:07" of a UTC instant. */
export function momentOf(instant: string): string {
  const { day, time } = dayAndTime(instant);
  return `${day} ${time}`;
}
