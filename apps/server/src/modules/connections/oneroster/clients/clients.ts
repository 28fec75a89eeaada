import {
  apiClientCreate,
  apiClientList,
  apiClientReads,
  apiClientRestore,
  apiClientRevoke,
  apiClientRotate,
  type MessageKey,
  ONE_ROSTER_PATH,
  type Translate,
  type ApiClientView,
  type ApiReadView,
} from '@classwright/contract';
import { audit } from '../../../../platform/audit/index.ts';
import type { Tx } from '../../../../platform/database/index.ts';
import { appError } from '../../../../platform/errors.ts';
import { type Actor, implement, type Implementation } from '../../../../platform/http/index.ts';
import { toPagination } from '../../../../platform/lists.ts';
import { isWithin } from '../../../../platform/reach.ts';
import { fullName } from '../../../people/accounts/index.ts';
import { getMeantSchool, listOpenSchools, type SchoolWords } from '../../../school/reference/index.ts';
import { type ClientRow, findClient, insertClient, listClients, listReads, lockClient, replaceSecret, setRevoked, type ReadRow } from './queries.ts';
import { hashOf, makeClientId, makeSecret } from './secrets.ts';

const toClientView = (row: ClientRow): ApiClientView => ({
  id: row.id,
  school_id: row.school_id,
  school_name: row.school_name,
  name: row.name,
  client_id: row.client_id,
  scopes: row.scopes,
  created_at: row.created_at.toISOString(),
  created_by: fullName(row),
  secret_set_at: row.secret_set_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
  can_restore: row.can_restore,
});

const toReadView = ({ id, at, method, operation, path, row_count, address }: ReadRow): ApiReadView => ({
  id,
  at: at.toISOString(),
  method,
  operation,
  path,
  rows: row_count,
  address,
});

export interface ClientsDependencies {
  t: Translate<MessageKey>;
}

/** The maximum number in the list, far more than a school needs. */
const MOST_CLIENTS = 500;
const MOST_SCHOOLS = 2_000;

/** The messages about the school that an app can access. */
export const SCHOOL_WORDS = { choose: 'apiClients.school.choose', none: 'apiClients.school.none' } as const satisfies SchoolWords;

/** Implements managing apps with access, for administrators. A secret is shown once; only its hash is stored. */
export function implementClients({ t }: ClientsDependencies): Implementation[] {
  return [
    implement(apiClientList, async ({ tx, actor, input, site }) => {
      const origin = site.origin;
      return {
        data: (await listClients(tx, actor.reach, input.school_id ?? null, MOST_CLIENTS)).map(toClientView),
        schools: await listOpenSchools(tx, actor.reach, MOST_SCHOOLS),
        service_url: `${origin}${ONE_ROSTER_PATH}`,
        token_url: `${origin}${ONE_ROSTER_PATH}/token`,
      };
    }),
    implement(apiClientCreate, async ({ tx, actor, input, requestId }) => {
      const schoolId = await getMeantSchool(tx, actor, input.school_id, SCHOOL_WORDS);
      const secret = makeSecret();
      const scopes = [...new Set(input.scopes)];
      const id = await insertClient(tx, {
        ...{ schoolId, name: input.name, scopes },
        ...{ clientId: makeClientId(), secretHash: hashOf(secret), accountId: actor.accountId },
      });
      const client = toClientView((await findClient(tx, id)) as ClientRow);
      await audit(tx, { ...actor, schoolId }, { action: apiClientCreate.name, subjectType: 'apiClient', subjectId: id, after: noted(client), requestId });
      return { client, client_secret: secret, message: t('apiClients.created', { name: client.name }) };
    }),
    implement(apiClientRotate, async ({ tx, actor, input, requestId }) => {
      const row = await lockReachable(tx, actor, input.id);
      if (row.revoked_at !== null) throw appError('API_CLIENT_ENDED', { name: row.name });
      const secret = makeSecret();
      await replaceSecret(tx, row.id, hashOf(secret));
      await note(tx, actor, row, apiClientRotate.name, requestId);
      return { client: toClientView((await findClient(tx, row.id)) as ClientRow), client_secret: secret, message: t('apiClients.rotated', { name: row.name }) };
    }),
    implement(apiClientRevoke, async ({ tx, actor, input, requestId }) => {
      const row = await lockReachable(tx, actor, input.id);
      if (row.revoked_at === null) {
        await setRevoked(tx, row.id, true);
        await note(tx, actor, row, apiClientRevoke.name, requestId);
      }
      return { client: toClientView((await findClient(tx, row.id)) as ClientRow), message: t('apiClients.revoked', { name: row.name }) };
    }),
    implement(apiClientRestore, async ({ tx, actor, input, requestId }) => {
      const row = await lockReachable(tx, actor, input.id);
      if (row.revoked_at !== null) {
        if (!row.can_restore) throw appError('API_CLIENT_ENDED', { name: row.name });
        await setRevoked(tx, row.id, false);
        await note(tx, actor, row, apiClientRestore.name, requestId);
      }
      return { client: toClientView((await findClient(tx, row.id)) as ClientRow), message: t('apiClients.restored', { name: row.name }) };
    }),
    implement(apiClientReads, async ({ tx, actor, input }) => {
      const row = requireReachable(await findClient(tx, input.id), actor);
      const { rows, total } = await listReads(tx, row.id, input);
      return { client: toClientView(row), data: rows.map(toReadView), pagination: toPagination(input, total) };
    }),
  ];
}

/** Returns the app. @throws NOT_FOUND also for an app of a school that is out of reach */
function requireReachable(row: ClientRow | null, { reach }: Pick<Actor, 'reach'>): ClientRow {
  if (!row || !isWithin(reach, row.school_id)) throw appError('NOT_FOUND');
  return row;
}

const lockReachable = async (tx: Tx, actor: Actor, id: number): Promise<ClientRow> => requireReachable(await lockClient(tx, id), actor);

const noted = ({ name, scopes, client_id }: Pick<ClientRow, 'name' | 'scopes' | 'client_id'>) => ({ name, scopes, client_id });

const note = (tx: Tx, actor: Actor, row: ClientRow, action: string, requestId: string): Promise<void> =>
  audit(tx, { ...actor, schoolId: row.school_id }, { action, subjectType: 'apiClient', subjectId: row.id, after: noted(row), requestId });
