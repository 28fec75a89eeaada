import type { accessOperations } from '@classwright/contract/people/access/calls';
import type { roles as roleList } from '@classwright/contract/lists/access';
import { api } from '../../../base/api.ts';
import type { ChoiceSource } from '../../../ui/form/index.ts';

const OFFERED = 20;

/** Finds roles by name. */
export const roles: ChoiceSource = {
  name: '/roles',
  load: async (text, signal) => {
    const query = { search_text: text, page: 1, per_page: OFFERED };
    const { data } = await api<typeof roleList.endpoints.list>('GET', '/roles', { query, signal });
    return data.map(({ id, name }) => ({ id, name }));
  },
};

/** Finds calls of the product by their description. */
export const operations: ChoiceSource<string> = {
  name: '/access/operations',
  load: async (text, signal) => {
    const { data } = await api<typeof accessOperations>('GET', '/access/operations', { query: { search_text: text }, signal });
    return data.slice(0, 2 * OFFERED).map(({ name, method, path, summary }) => ({ id: name, name: summary, detail: `${method} ${path}` }));
  },
};
