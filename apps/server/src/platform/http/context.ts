import type { Endpoint, ErrorCode, HandlerInput, HandlerResult, TakenFiles } from '@classwright/contract';
import type { AnyQuestion, Db, QuestionsFor, Tx } from '../database/index.ts';
import type { Log } from '../log.ts';
import type { FileAnswer, RedirectAnswer } from './file-answer.ts';
import type { Reach } from '../reach.ts';
import type { Site } from '../sites.ts';
import type { Suspension } from '../suspensions-queries.ts';
import type { OnceCall } from './idempotency.ts';
import type { PreparedAnswer, WrittenAnswer } from './prepared.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HeldFile, StagedFile } from './received-files.ts';

/** A person's rights and schools, all of one moment, read together from the access tables. */
export interface Grants {
  /** The rights, each as "resource:action". */
  readonly rights: ReadonlySet<string>;
  /** True for a person who holds the Admin role, or has no school and is no operator: they may see every school. */
  readonly isAdmin: boolean;
  /**
   * True for an operator: somebody without a school and without the Admin role who may see all schools' sizes. They may make the
   * calls about the whole installation for which they hold the right, and access the data of no school.
   */
  readonly isOperator?: boolean;
  /** The schools whose data this person may access. */
  readonly reach: Reach;
}

/** A person who acts, by a call or by a job. */
export interface Person extends Grants {
  readonly accountId: number;
  /** Null for a person without a school, who spans the installation. `reach` has the schools they may access. */
  readonly schoolId: number | null;
}

/** The one thing that a token is for when it is no sign-in: a student's seat in one lesson, or a teacher's wall. */
export type TokenLimit = { readonly kind: 'seat'; readonly assessmentId: number } | { readonly kind: 'wall' };

/** The caller. Read again for every request from the token row and the access tables. */
export interface Actor extends Person {
  readonly tokenId: number;
  readonly firstName: string;
  readonly lastName: string;
  /** True for a token that a newer device ended less than 60 s ago. It may still deliver what a student wrote. */
  readonly isEnded: boolean;
  /** The time since the person of this sign-in last confirmed who they are. */
  readonly confirmedMsAgo: number;
  /** True while only calls with `withoutFactor` open to this person. */
  readonly needsFactor: boolean;
  /** The suspension of the caller's school, while which only what a student wrote in a lesson is accepted. Null: none. */
  readonly suspension: Suspension | null;
  /** The requests a minute that the people of the caller's school may make together. Null: no limit. */
  readonly requestsPerMinute: number | null;
  /** The one thing that the caller's token is for. Null for a sign-in. */
  readonly limit: TokenLimit | null;
  /** An instant of this process (`monotonicMs`) before the data was read. */
  readonly readAtMs: number;
}

export function can(actor: Pick<Actor, 'rights'>, resource: string, action: string): boolean {
  return actor.rights.has(`${resource}:${action}`);
}

type FileOf<Taken extends TakenFiles> = Taken['where'] extends 'memory' ? HeldFile : StagedFile;
/** One file where one is required, otherwise any number. */
type FilesOf<Taken> = Taken extends TakenFiles
  ? Taken extends { required: string; max: { files: 1 } }
    ? readonly [FileOf<Taken>]
    : readonly FileOf<Taken>[]
  : readonly [];

/**
 * The parameters of every handler. `tx` is the call's transaction. For a read-only endpoint, and one with transactions
 * of its own, it is the pool.
 */
export interface CallContext<E extends Endpoint> {
  readonly tx: E['readOnly'] extends true ? Db : E['ownTransaction'] extends true ? Db : Tx;
  /** The pool of the main server, for what a read records while `tx` may be a replica. */
  readonly main: Db;
  readonly input: HandlerInput<E>;
  readonly actor: E['access'] extends 'public' | 'link' | 'client' ? Actor | null : Actor;
  /** The files of the call, in memory or on disk until it ends, as the endpoint declares them. */
  readonly files: FilesOf<E['files']>;
  /**
   * For an endpoint with transactions of its own: the key under which it must run once, or null when the call has none.
   */
  readonly once: OnceCall | null;
  readonly requestId: string;
  /** The caller's address, as far as TRUSTED_PROXIES allows it to be known. */
  readonly address: string;
  /** The address of ours that the client called, as far as TRUSTED_PROXIES allows it to be known. */
  readonly site: Site;
  /** The client's own description, cut to 200 characters. */
  readonly userAgent: string;
  readonly log: Log;
  /**
   * Counts the total points of the call when they depend on its size. Call it before the work. @throws
   * TOO_MANY_REQUESTS
   */
  readonly charge: (points: number) => void;
}

/** A response that fails the call but commits its transaction. */
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

type Handled<E extends Endpoint> = Promise<HandlerResult<E> | PreparedAnswer<E> | WrittenAnswer | FileAnswer | RedirectAnswer | Refusal>;
/** `answers`: those to the questions of the call's `opening`. */
export type Handler<E extends Endpoint> = (context: CallContext<E>, answers: readonly unknown[]) => Handled<E>;
/** The parts of a call's context that are known before its transaction begins. */
export type OpeningContext<E extends Endpoint> = Pick<CallContext<E>, 'actor' | 'input'>;

/**
 * Responds to a call of another protocol directly. Limits, token and rights are checked as for every call. `actor` is
 * set for calls of people; for those of apps, the protocol identifies the app.
 */
export type ProtocolHandler = (call: { request: FastifyRequest; reply: FastifyReply; actor: Actor }) => Promise<unknown>;

export interface Implementation {
  readonly endpoint: Endpoint;
  readonly handler: Handler<Endpoint>;
  /** Returns the questions that its transaction asks first, for a call that writes. */
  readonly opening?: (context: OpeningContext<Endpoint>) => readonly AnyQuestion<unknown>[];
  readonly protocol?: ProtocolHandler;
}

/** The data about its call that a signed-in person's action needs. */
export interface Call {
  readonly tx: Tx;
  readonly actor: Actor;
  readonly requestId: string;
}

/** Binds a handler to its declaration. */
export function implement<const E extends Endpoint>(endpoint: E, handler: (context: CallContext<E>) => Handled<E>): Implementation {
  return { endpoint, handler: handler as unknown as Handler<Endpoint> };
}

/**
 * Binds a handler that needs the answers to some questions in any case. They are asked in the round trip that looks for
 * the result of an earlier call under the same key, whose answer goes first: a repeat reads none of them. They may lock
 * rows, and must write nothing. Not for reads, nor for calls with transactions of their own.
 */
export function implementOpened<const E extends Endpoint, const Answers extends readonly unknown[]>(
  endpoint: E,
  opening: (context: OpeningContext<E>) => QuestionsFor<Answers>,
  handler: (context: CallContext<E>, answers: Answers) => Handled<E>,
): Implementation {
  return {
    endpoint,
    opening: opening as unknown as NonNullable<Implementation['opening']>,
    handler: handler as unknown as Handler<Endpoint>,
  };
}

/** Binds a handler to a declaration with a `protocol`. */
export function implementProtocol(endpoint: Endpoint & { protocol: string }, protocol: ProtocolHandler): Implementation {
  const handler = async (): Promise<never> => {
    throw new Error(`${endpoint.name} is answered by its protocol`);
  };
  return { endpoint, handler, protocol };
}
