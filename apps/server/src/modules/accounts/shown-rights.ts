import { contract } from '@classwright/contract';
import type { Grants } from '../../platform/http/index.ts';

/** By right ("resource:action"): whether every call that it opens changes what all schools share. */
const isForAllSchools = new Map<string, boolean>();
for (const { access, reach } of contract) {
  if (typeof access !== 'object') continue;
  const right = `${access.resource}:${access.action}`;
  isForAllSchools.set(right, reach === 'all' && isForAllSchools.get(right) !== false);
}

/** Returns the rights that open something to this person: screens offer nothing that the server refuses to people of one school. */
export function toShownRights({ rights, reach }: Pick<Grants, 'rights' | 'reach'>): ReadonlySet<string> {
  return 'all' in reach ? rights : new Set([...rights].filter((right) => isForAllSchools.get(right) !== true));
}
