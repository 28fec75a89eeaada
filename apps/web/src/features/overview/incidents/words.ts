import type { IncidentSubject, IncidentView } from '@classwright/contract/overview/incidents/calls';
import { ReadClass } from '@classwright/contract/overview/readings/calls';
import { dayIn, dayOn, timeIn } from '../../../base/dates.ts';
import { t } from '../../../base/t.ts';

/** Returns a day and time at the school. */
export const momentWords = (at: string, zone: string): string => `${dayIn(at, zone)}, ${timeIn(at, zone)}`;

/** Returns the days in question. */
export const spanWords = ({ from, to }: Pick<IncidentView, 'from' | 'to'>): string =>
  to === null ? t('incidents.spanOpen', { from: dayOn(from) }) : t('incidents.spanOf', { from: dayOn(from), to: dayOn(to) });

const HOUR_MS = 3_600_000;

/** Returns the time until a moment, or since it: hours up to 72, then days. */
export function leftWords(due: string, nowMs: number): string {
  const left = Date.parse(due) - nowMs;
  const hours = Math.floor(Math.abs(left) / HOUR_MS);
  const time = hours <= 72 ? t('incidents.clock.hours', { count: hours }) : t('incidents.clock.days', { count: Math.floor(hours / 24) });
  return t(left >= 0 ? 'incidents.clock.left' : 'incidents.clock.late', { time });
}

/** Returns the name of a reader. */
export const readerName = ({ kind, name }: Pick<IncidentSubject, 'kind' | 'name'>): string =>
  kind === 'network' ? t('incidents.network', { hash: name }) : name;

/** Returns the facts about a reader, as in "Sign-in of Mon, Jan 1, 2024, 2 open sign-ins". */
export function readerFacts({ kind, email, since, is_active, count }: IncidentSubject, zone: string): string[] {
  return [
    t(`incidents.kind.${kind}`),
    ...(email === null ? [] : [email]),
    ...(since === null ? [] : [t('incidents.since', { date: momentWords(since, zone) })]),
    ...(kind === 'network' ? [t('incidents.fromNetwork', { count })] : kind === 'program' ? [] : [t('incidents.signIns', { count })]),
    ...(is_active ? [] : [t(kind === 'program' ? 'incidents.accessEnded' : 'incidents.inactive')]),
  ];
}

/** The names of the two times to keep. */
export const clockNames = { authority: 'incidents.clock.authority', families: 'incidents.clock.families' } as const;

/** The classes of data, in the order in which they are shown. */
export const dataClasses = ReadClass.options;
