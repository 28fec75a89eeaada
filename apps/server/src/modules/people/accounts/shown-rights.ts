import { contract } from '@classwright/contract';
import type { Grants } from '../../../platform/http/index.ts';

const rightsOf = (isForAllSchools: boolean): string[] =>
  contract.flatMap(({ access, reach }) => (typeof access === 'object' && (reach === 'all') === isForAllSchools ? [`${access.resource}:${access.action}`] : []));
const others: ReadonlySet<string> = new Set(rightsOf(false));
/** Rights ("resource:action") that only change what all schools share. */
const FOR_ALL_SCHOOLS: ReadonlySet<string> = new Set(rightsOf(true).filter((right) => !others.has(right)));

/**
 * Returns the rights that are useful to this person. Screens offer nothing that the server refuses to people of one
 * school.
 */
export function toShownRights({ rights, reach }: Pick<Grants, 'rights' | 'reach'>): ReadonlySet<string> {
  return 'all' in reach ? rights : new Set([...rights].filter((right) => !FOR_ALL_SCHOOLS.has(right)));
}
