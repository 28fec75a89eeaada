import { useQuery } from '@tanstack/react-query';
import { loadTags } from './calls.ts';

const NONE: readonly string[] = [];

/** Lists existing question tags, most used first. Empty until they are loaded. */
export function useTags(): readonly string[] {
  return useQuery({ queryKey: ['choices', 'question-tags'], queryFn: ({ signal }) => loadTags(signal) }).data ?? NONE;
}
