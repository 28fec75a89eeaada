import type { suggestClasses } from '@classwright/contract/school/reference/suggest';
import type { retentionView } from '@classwright/contract/overview/retention/calls';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../base/api.ts';
import type { ChoiceSource } from '../../../ui/form/index.ts';

const OFFERED = 20;

/** A source of classes, found by name. */
export const classes: ChoiceSource = {
  name: '/suggest/classes retention',
  load: async (text, signal) => {
    const { data } = await api<typeof suggestClasses>('GET', '/suggest/classes', { query: { query: text, limit: OFFERED }, signal });
    return data.map(({ id, name, section }) => ({ id, name, ...(section === '' ? {} : { detail: section }) }));
  },
};

const loadRetention = (schoolId: number | undefined, signal: AbortSignal) =>
  api<typeof retentionView>('GET', '/retention', { query: schoolId === undefined ? {} : { school_id: schoolId }, signal });

export type Retention = Awaited<ReturnType<typeof loadRetention>>;

/** Returns the times, holds and nights of a school. */
export const useRetention = (schoolId: number | undefined) =>
  useQuery({ queryKey: ['retention', schoolId ?? null], queryFn: ({ signal }) => loadRetention(schoolId, signal) });
