import type { Endpoint, ErrorCode, HandlerInput, HandlerResult, TakenFiles } from '@classwright/contract';
import type { Db, Tx } from '../database/index.ts';
import type { Log } from '../log.ts';
import type { FileAnswer, RedirectAnswer } from './file-answer.ts';
import type { Reach } from '../reach.ts';
import type { OnceCall } from './idempotency.ts';
import type { PreparedAnswer, WrittenAnswer } from './prepared.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HeldFile, StagedFile } from './received-files.ts';

/** What somebody may do, and where: all of it of one moment, made together from the access tables. */
export interface Grants {
  /** "resource:action". */
  readonly rights: ReadonlySet<string>;
  /** Holds the Admin role, or is of no school: no school is closed to this person. */
  readonly isAdmin: boolean;
  /** The schools whose things this person may come near. */
  readonly reach: Reach;
}

/** Somebody who does something, by a call or by a job. */
export interface Person extends Grants {
  readonly accountId: number;
  /** Null: belongs to none and spans the installation. What is reached says `reach`. */
  readonly schoolId: number | null;
}

/** Who calls. Made anew for every request from the token row and the access tables. */
export interface Actor extends Person {
  readonly tokenId: number;
  readonly firstName: string;
  readonly lastName: string;
  /** True for a token that a newer device ended less than 60 s ago: it may still deliver what a student wrote. */
  readonly isEnded: boolean;
  /** An instant of this process (`monotonicMs`) before all of it was read. */
  readonly readAtMs: number;
}

export function can(actor: Pick<Actor, 'rights'>, resource: string, action: string): boolean {
  return actor.rights.has(`${resource}:${action}`);
}

type FileOf<Taken extends TakenFiles> = Taken['where'] extends 'memory' ? HeldFile : StagedFile;
/** One file where one is required, else as many as there are. */
type FilesOf<Taken> = Taken extends TakenFiles
  ? Taken extends { required: string; max: { files: 1 } }
    ? readonly [FileOf<Taken>]
    : readonly FileOf<Taken>[]
  : readonly [];

/** What every handler gets. `tx` is the call's transaction; for a read-only endpoint, and one with transactions of its own, it is the pool. */
export interface CallContext<E extends Endpoint> {
  readonly tx: E['readOnly'] extends true ? Db : E['ownTransaction'] extends true ? Db : Tx;
  readonly input: HandlerInput<E>;
  readonly actor: E['access'] extends 'public' | 'link' | 'client' ? Actor | null : Actor;
  /** The files that came with the call, in memory or on disk until it ends, as the endpoint declares them. */
  readonly files: FilesOf<E['files']>;
  /** For an endpoint with transactions of its own: what it must do once, where the call carries a key. */
  readonly once: OnceCall | null;
  readonly requestId: string;
  /** The caller's address, as far as TRUSTED_PROXIES lets it be known. */
  readonly address: string;
  /** Host and port the client asked, one of ours; and whether over https (as far as TRUSTED_PROXIES lets it be known). */
  readonly host: string;
  readonly isSecure: boolean;
  /** What the client says it is; cut to 200 characters. */
  readonly userAgent: string;
  readonly log: Log;
  /** Counts so many points for the call in all, where that depends on how much it is about; before the work is done. @throws TOO_MANY_REQUESTS */
  readonly charge: (points: number) => void;
}

/** An answer that fails the call but commits its transaction: what was kept stays kept. */
export class Refusal {
  readonly code: ErrorCode;
  readonly params: Record<string, string | number>;
  constructor(code: ErrorCode, params: Record<string, string | number> = {}) {
    this.code = code;
    this.params = params;
  }
}

/** Fails the call with `code` and commits what the transaction did. */
export function refuse(code: ErrorCode, params: Record<string, string | number> = {}): Refusal {
  return new Refusal(code, params);
}

export type Handler<E extends Endpoint> = (
  context: CallContext<E>,
) => Promise<HandlerResult<E> | PreparedAnswer<E> | WrittenAnswer | FileAnswer | RedirectAnswer | Refusal>;

/**
 * Replies to a call of another protocol by itself; the way to it (limits, token, right) is that of every call. `actor` is
 * there for calls of people; whose program calls, the protocol finds out.
 */
export type ProtocolHandler = (call: { request: FastifyRequest; reply: FastifyReply; actor: Actor }) => Promise<unknown>;

export interface Implementation {
  readonly endpoint: Endpoint;
  readonly handler: Handler<Endpoint>;
  readonly protocol?: ProtocolHandler;
}

/** What an act of somebody signed in needs of the call that makes it. */
export interface Call {
  readonly tx: Tx;
  readonly actor: Actor;
  readonly requestId: string;
}

/** Ties a handler to its declaration. */
export function implement<const E extends Endpoint>(endpoint: E, handler: Handler<E>): Implementation {
  return { endpoint, handler: handler as unknown as Handler<Endpoint> };
}

/** Ties a handler to a declaration with a `protocol`. */
export function implementProtocol(endpoint: Endpoint & { protocol: string }, protocol: ProtocolHandler): Implementation {
  const handler = async (): Promise<never> => {
    throw new Error(`${endpoint.name} is answered by its protocol`);
  };
  return { endpoint, handler, protocol };
}
