import { getSession } from '../../base/session.ts';

/** "20-11-2026" and "10:24:07" of a UTC instant, in the school's zone, as the bank's lists write it. */
export function dayAndTime(instant: string): { day: string; time: string } {
  const zone = getSession()?.user.school?.time_zone;
  const parts = new Intl.DateTimeFormat('en-GB', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    ...(zone ? { timeZone: zone } : {}),
  }).formatToParts(new Date(instant));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  return { day: `${part('day')}-${part('month')}-${part('year')}`, time: `${part('hour')}:${part('minute')}:${part('second')}` };
}

/** "20-11-2026 10:24:07" of a UTC instant. */
export function momentOf(instant: string): string {
  const { day, time } = dayAndTime(instant);
  return `${day} ${time}`;
}
