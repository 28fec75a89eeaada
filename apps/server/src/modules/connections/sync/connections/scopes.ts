import type { MessageKey } from '@classwright/contract';

const root = 'https://www.googleapis.com/auth/classroom';

/**
 * The requested permissions, only those that the sync uses, each with others that include it: Google sometimes responds
 * with other names.
 */
const wanted = [
  { scope: `${root}.courses`, also: [], words: 'sync.scope.courses' },
  { scope: `${root}.rosters`, also: [], words: 'sync.scope.rosters' },
  { scope: `${root}.profile.emails`, also: [], words: 'sync.scope.emails' },
  { scope: `${root}.topics`, also: [], words: 'sync.scope.topics' },
  { scope: `${root}.coursework.students`, also: [`${root}.coursework.students.full`], words: 'sync.scope.work' },
  { scope: `${root}.courseworkmaterials`, also: [], words: 'sync.scope.materials' },
  { scope: `${root}.announcements`, also: [], words: 'sync.scope.announcements' },
] as const satisfies readonly { scope: string; also: readonly string[]; words: MessageKey }[];
type ScopeWords = (typeof wanted)[number]['words'];

/** The permissions as the consent requests them. */
export const CLASSROOM_SCOPES: readonly string[] = wanted.map(({ scope }) => scope);

/** The extra permission for Google's change notifications: without it classes are read on schedule. */
export const PUSH_SCOPE = `${root}.push-notifications`;

/**
 * Returns the permissions that were not granted, in words. Permission to write includes permission to read, but not the
 * reverse.
 */
export const listMissingScopes = (granted: readonly string[]): ScopeWords[] =>
  wanted.filter(({ scope, also }) => ![scope, ...also].some((one) => granted.includes(one))).map(({ words }) => words);

/** The permissions that each step of a run needs; without them the step is skipped, and the others run. */
const needs: Readonly<Record<string, readonly ScopeWords[]>> = {
  class: ['sync.scope.courses'],
  'send-class': ['sync.scope.courses'],
  members: ['sync.scope.rosters'],
  invitations: ['sync.scope.rosters'],
  'send-invitations': ['sync.scope.rosters'],
  topics: ['sync.scope.topics'],
  'send-topics': ['sync.scope.topics'],
  works: ['sync.scope.work'],
  materials: ['sync.scope.materials'],
  announcements: ['sync.scope.announcements'],
  drafts: ['sync.scope.work', 'sync.scope.materials', 'sync.scope.announcements'],
  'send-works': ['sync.scope.work', 'sync.scope.materials'],
  'send-announcements': ['sync.scope.announcements'],
  submissions: ['sync.scope.work'],
  'send-grades': ['sync.scope.work'],
};

/** Returns the permissions that a connection lacks for a step, in words. */
export const listLacking = ({ scopes }: { readonly scopes: readonly string[] }, step: string): ScopeWords[] =>
  listMissingScopes(scopes).filter((words) => needs[step]?.includes(words));

/**
 * Returns true when a connection can be used: completely, or partly if the person left out some permissions but classes
 * can be listed.
 */
export function isUsable({ state, scopes }: { readonly state: string; readonly scopes: readonly string[] }): boolean {
  const missing = listMissingScopes(scopes);
  return state === 'ok' || (state === 'scope_missing' && missing.length > 0 && !missing.includes('sync.scope.courses'));
}
