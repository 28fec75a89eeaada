import type { ListField } from '@classwright/contract/core/list-fields';
import type { ReferenceList } from '@classwright/contract/core/reference-list';
import { referenceLists } from '@classwright/contract/lists/index';
import { suggestAccounts } from '@classwright/contract/school/reference/suggest';
import { choosesSchool } from './schools.ts';
import type { ReferenceListSearch } from './search.ts';

export type FilterValue = number | boolean | string;
export type Filters = Readonly<Record<string, FilterValue>>;

/** The statuses of rows that go through approval. */
const STATUSES: readonly string[] = ['pending', 'approved', 'declined'];

/** Lists the fields that rows can be filtered by: flags and references that are entered or shown. */
function filterable({ fields, columns }: ReferenceList): [string, ListField][] {
  return Object.entries(fields).filter(([name, { kind, setBy }]) => {
    const isFilter = kind === 'flag' || kind === 'reference' || kind === 'references';
    return isFilter && (setBy === 'caller' || columns.some(({ field }) => field === name));
  });
}

/** Lists the filters whose options a person with these rights may see. Only people of several schools filter by school. */
export function offeredFilters(list: ReferenceList, rights: readonly string[], reader: Parameters<typeof choosesSchool>[1] = {}): [string, ListField][] {
  const may = ({ resource, action }: { resource: string; action: string }) => rights.includes(`${resource}:${action}`);
  return filterable(list).filter(([name, { reference }]) => {
    if (list.perSchool && name === 'school_id') return choosesSchool(list, reader);
    if (!reference) return true;
    if (reference.to.choices.by === 'suggestions') return may(suggestAccounts.access as { resource: string; action: string });
    const target = referenceLists.find(({ table }) => table === reference.to.table);
    return target !== undefined && (target.read === 'signed-in' || may({ resource: target.resource, action: 'view' }));
  });
}

/** Returns the filters in an address that are this list's own fields. Anything else belongs to another list. */
export function filtersOf(list: ReferenceList, search: ReferenceListSearch): Filters {
  const said = search as Record<string, unknown>;
  const ofFields = Object.fromEntries(
    filterable(list).flatMap(([name, { kind }]): [string, FilterValue][] => {
      const value = said[name];
      return typeof value === (kind === 'flag' ? 'boolean' : 'number') ? [[name, value as FilterValue]] : [];
    }),
  );
  return search.status !== undefined && 'status' in list.fields && STATUSES.includes(search.status) ? { ...ofFields, status: search.status } : ofFields;
}
