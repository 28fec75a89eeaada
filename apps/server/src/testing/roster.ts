import { AccountView, endpoint, largeAnswer } from '@classwright/contract';
import { sql } from 'kysely';
import { z } from 'zod';
import { nameOrder } from '../platform/database/index.ts';

/** A roster of the first accounts, for benches: as an endpoint of the usual kind and as a large one. */
const columns = {
  id: z.number().int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  school_name: z.string().nullable(),
  status: z.boolean(),
};
const access = { resource: 'accounts', action: 'view' } as const;
const query = z.object({ most: z.coerce.number() });
export const usualRoster = endpoint({
  name: 'bench.usual',
  method: 'GET',
  path: '/usual',
  access,
  summary: 'A roster by rows',
  query,
  response: z.object({ data: z.array(AccountView.pick({ id: true, first_name: true, last_name: true, email: true, school_name: true, status: true })) }),
  errors: [],
  readOnly: true,
});
export const largeRoster = largeAnswer({
  name: 'bench.large',
  path: '/large',
  access,
  summary: 'A roster by columns',
  query,
  tables: { accounts: { mostRows: 200_000, columns } },
});
/** Both read the same rows. */
export const rosterQuery = (most: number) => sql<z.infer<z.ZodObject<typeof columns>>>`
  SELECT accounts.id, first_name, last_name, email, school_name, status FROM accounts LEFT JOIN schools ON schools.id = accounts.school_id
   WHERE accounts.id <= ${most} ORDER BY ${nameOrder(null)}, accounts.id`;
