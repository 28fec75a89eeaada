import type { suggestAccounts } from '@classwright/contract/school/reference/suggest';
import type { ChoiceSource } from './index.ts';
import { api } from '../../base/api.ts';

const OFFERED = 20;

/** A source of people, found by name or email. */
export const people: ChoiceSource = {
  name: '/suggest/accounts',
  minLength: 1,
  load: async (text, signal) => {
    const { data } = await api<typeof suggestAccounts>('GET', '/suggest/accounts', { query: { query: text, limit: OFFERED }, signal });
    return data.map(({ id, name, email }) => ({ id, name, detail: email }));
  },
};
