import type { SyncChangeView } from '@classwright/contract/connections/sync/runs';
import type { SyncPersonView } from '@classwright/contract/connections/sync/people';
import { listParsers, parseId, parseOneOf, parsePage, parseYes, searchParser } from '../../../base/search.ts';

/** The kinds, in the order in which a run handles them. */
export const KINDS = [
  'class',
  'person',
  'member',
  'invitation',
  'topic',
  'work',
  'material',
  'announcement',
  'submission',
] as const satisfies readonly SyncChangeView['kind'][];
/** The outcomes, first those that need someone. */
export const OUTCOMES = [
  'refused',
  'conflict',
  'kept',
  'planned',
  'applied',
  'sent',
  'receipt',
  'undone',
] as const satisfies readonly SyncChangeView['outcome'][];
/** The states, first those that wait for someone. */
export const PERSON_STATES = ['proposed', 'unknown', 'only_here', 'matched', 'ignored'] as const satisfies readonly SyncPersonView['state'][];
export const PARTS = ['runs', 'conflicts', 'people', 'classes'] as const;
export type Part = (typeof PARTS)[number];

/** Parses the address of the sync: the open section, and the position in its list. */
export const parseSyncSearch = searchParser({
  ...listParsers,
  tab: parseOneOf(PARTS),
  state: parseOneOf(PERSON_STATES),
  free: parseYes,
  class: parseId,
});
export type SyncSearch = ReturnType<typeof parseSyncSearch>;

/** Parses the address of a run. */
export const parseRunSearch = searchParser({ page: parsePage, outcome: parseOneOf(OUTCOMES), kind: parseOneOf(KINDS) });
export type RunSearch = ReturnType<typeof parseRunSearch>;
