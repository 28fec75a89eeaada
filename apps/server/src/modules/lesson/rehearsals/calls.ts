import type { CallArguments, Endpoint, HandlerInput } from '@classwright/contract';
import { monotonicMs } from '../../../platform/clock.ts';
import { askAll, type Db, inTransaction } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { type Actor, type CallContext, can, type Implementation, Refusal } from '../../../platform/http/index.ts';
import type { Log } from '../../../platform/log.ts';
import type { Listener } from '../../../manifest.ts';

/** Makes a call of the lesson as a person, as if it had come from that person's phone. @throws what the call declares */
export type MakeCall = <E extends Endpoint>(endpoint: E, person: Listener, args: CallArguments<E>) => Promise<void>;

/**
 * Creates a maker of the lesson's calls without HTTP, for a process that may serve nobody: the same declared access, the
 * same validation, the same handler and transaction.
 */
export function createCalls(db: Db, log: Log, implementations: readonly Implementation[]): MakeCall {
  const byEndpoint = new Map(implementations.map((implementation) => [implementation.endpoint, implementation]));
  return async (endpoint, person, args) => {
    const implementation = byEndpoint.get(endpoint);
    if (!implementation) throw new Error(`${endpoint.name} is no call of a lesson`);
    const { handler, opening } = implementation;
    const { access } = endpoint;
    if (typeof access !== 'object' || !can(person, access.resource, access.action)) throw appError('NOT_ALLOWED');
    const { params = {}, query = {}, body = {} } = args as { params?: object; query?: object; body?: object };
    const input = {
      ...(endpoint.params?.parse(params) as object | undefined),
      ...(endpoint.query?.parse(query) as object | undefined),
      ...(endpoint.body?.parse(body) as object | undefined),
    } as HandlerInput<Endpoint>;
    const actor: Actor = {
      ...person,
      suspension: null,
      requestsPerMinute: null,
      limit: null,
      tokenId: 0,
      firstName: person.name,
      lastName: '',
      isEnded: false,
      confirmedMsAgo: 0,
      needsFactor: false,
      readAtMs: monotonicMs(),
    };
    const context = {
      input,
      files: [],
      actor,
      once: null,
      requestId: 'simulated-class',
      address: '127.0.0.1',
      site: { origin: '', school: null },
      userAgent: 'Simulated class',
      log,
      charge: () => undefined,
    };
    const run = async (tx: Db) => {
      const whole = { ...context, tx } as unknown as CallContext<Endpoint>;
      return handler(whole, opening ? await askAll(tx, opening(whole)) : []);
    };
    const result = endpoint.readOnly || endpoint.ownTransaction ? await run(db) : await inTransaction(db, run);
    if (result instanceof Refusal) throw appError(result.code, result.params);
  };
}
