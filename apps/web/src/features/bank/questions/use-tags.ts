import { useQuery } from '@tanstack/react-query';
import { loadTags } from './calls.ts';

const NONE: readonly string[] = [];

/** Tags that questions have, those used most first; none while they are not known. */
export function useTags(): readonly string[] {
  return useQuery({ queryKey: ['choices', 'question-tags'], queryFn: ({ signal }) => loadTags(signal) }).data ?? NONE;
}
