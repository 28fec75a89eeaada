import type { MessageKey } from '@classwright/contract';

const root = 'https://www.googleapis.com/auth/classroom';

/** What is asked for, no more than the sync uses, each with what else allows the same: Google answers with other names at times. */
const wanted: readonly { scope: string; also: readonly string[]; words: MessageKey }[] = [
  { scope: `${root}.courses`, also: [], words: 'sync.scope.courses' },
  { scope: `${root}.rosters`, also: [], words: 'sync.scope.rosters' },
  { scope: `${root}.profile.emails`, also: [], words: 'sync.scope.emails' },
  { scope: `${root}.topics`, also: [], words: 'sync.scope.topics' },
  { scope: `${root}.coursework.students`, also: [`${root}.coursework.students.full`], words: 'sync.scope.work' },
  { scope: `${root}.courseworkmaterials`, also: [], words: 'sync.scope.materials' },
  { scope: `${root}.announcements`, also: [], words: 'sync.scope.announcements' },
];

/** As the consent asks for them. */
export const CLASSROOM_SCOPES: readonly string[] = wanted.map(({ scope }) => scope);

/** Asked for beside them where Google is to tell of changes: without it classes are looked at by the clock. */
export const PUSH_SCOPE = `${root}.push-notifications`;

/** What of it was not granted, in words. A permission to write allows to read too, and not the other way. */
export const listMissingScopes = (granted: readonly string[]): MessageKey[] =>
  wanted.filter(({ scope, also }) => ![scope, ...also].some((one) => granted.includes(one))).map(({ words }) => words);
