import type { CallResult } from '@classwright/contract/core/endpoint';
import type { simulatedClassGet } from '@classwright/contract/lesson/rehearsals/calls';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../base/api.ts';

export const simulatedClassKey = (assessmentId: number): readonly unknown[] => ['simulated-class', assessmentId];

/** Returns the simulated class of a lesson, and whether the lesson is a rehearsal; undefined while that is not known. */
export function useSimulatedClass(assessmentId: number): CallResult<typeof simulatedClassGet> | undefined {
  return useQuery({
    queryKey: simulatedClassKey(assessmentId),
    queryFn: ({ signal }) => api<typeof simulatedClassGet>('GET', '/live/learning/simulated-class', { query: { assessment_id: assessmentId }, signal }),
  }).data;
}
