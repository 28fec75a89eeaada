import type { ApiScope, OneRosterCall } from '@classwright/contract';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../../../../platform/database/index.ts';
import { type Caller, findCaller } from '../clients/queries.ts';
import { hashOf } from '../clients/secrets.ts';
import { Failure } from './failure.ts';

/** Returns the scope that a call requires. Reading grades includes their students, but no roster. */
const scopeOf = ({ service, act }: Pick<OneRosterCall, 'service' | 'act'>): ApiScope => {
  if (service === 'rostering') return 'roster.readonly';
  if (act === 'delete') return 'gradebook.delete';
  return act === 'put' || act === 'post' ? 'gradebook.createput' : 'gradebook.readonly';
};

/** Returns the app that calls. @throws Failure without a valid token, or without the scope */
export async function requireCaller(db: Db, request: FastifyRequest, call: Pick<OneRosterCall, 'service' | 'act'>): Promise<Caller> {
  const token = /^Bearer ([\x21-\x7e]{1,512})$/i.exec(request.headers.authorization ?? '')?.[1];
  const caller = token === undefined ? null : await findCaller(db, hashOf(token));
  if (!caller) throw new Failure(401, 'unauthorisedrequest', 'oneroster.token');
  const scope = scopeOf(call);
  if (!caller.scopes.includes(scope)) throw new Failure(403, 'forbidden', 'oneroster.scope', { scope });
  return caller;
}
