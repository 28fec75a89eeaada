import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import type { TakenFiles } from './taken-files.ts';
import type { LargeTable } from './large-table.ts';

type Shape = z.ZodType;

/**
 * Who may call an endpoint.
 * - `{resource, action}`: whoever holds that action on that resource by the access tables.
 * - `signed-in`: any active account.
 * - `public`: anybody.
 * - `link`: whoever holds the short-lived signed or private address.
 * - `client`: a program that an administrator let in, by an access token of its own; what it may do say its scopes.
 */
export type Access = { readonly resource: string; readonly action: string } | 'signed-in' | 'public' | 'link' | 'client';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * One declaration of a call. From it come the route, validation (422), the typed client, OpenAPI, the access row
 * and the test through every role. `path` is relative to `/api`, and whole with OneRoster, whose addresses are its own;
 * `:name` marks a path parameter.
 * The response is the body without `status: "success"`, which the envelope adds.
 */
export interface Endpoint {
  readonly name: string;
  readonly method: Method;
  readonly path: `/${string}`;
  /** Only where the address says something by this name; else the other call at the same path is meant. */
  readonly onlyWith?: string;
  readonly access: Access;
  /** It changes what all schools of the installation share: only people who reach every school may. */
  readonly reach?: 'all';
  readonly summary: string;
  readonly params?: Shape;
  readonly query?: Shape;
  readonly body?: Shape;
  readonly response: Shape;
  /**
   * What a caller gets who sends `Prefer: return=minimal` (RFC 7240), as our own screens do: of the response each row
   * once, under one name, and of each row no more than lists show. Only for reads.
   */
  readonly brief?: Shape;
  /** Codes this call may answer beside the ones every call may (validation, access, rate, size, internal). */
  readonly errors: readonly ErrorCode[];
  /** HTTP status of success; 200 unless said. */
  readonly successStatus?: 200 | 201;
  /** What a call counts against its caller's 600 points a minute; 1 unless said. Saves and searches 2 to 5, what works for long more. */
  readonly cost?: number;
  /** What it costs its caller more when it is refused, for calls by which somebody may guess. */
  readonly refusedCost?: number;
  /** The largest body in bytes; 64 KiB unless said. */
  readonly bodyLimitBytes?: number;
  /** A GET that takes part in no transaction with writes; every other call runs in one transaction. */
  readonly readOnly?: boolean;
  /** A write whose handler opens its own transactions (it waits for something slow before); gets the pool. */
  readonly ownTransaction?: boolean;
  /** True where a repeat under the same Idempotency-Key returns the first result. Every write may carry a key. */
  readonly idempotent?: boolean;
  /** What is typed in class: half of a sign in it (a lone surrogate) is mended where it is read, in place of being refused. */
  readonly mendsText?: boolean;
  /** The answer holds what opens something (a link, a code): it is kept nowhere, and a repeat makes a new one. */
  readonly answersSecret?: boolean;
  /** Also taken from a token that a newer device ended less than 60 s ago, so that nothing a student wrote is lost. */
  readonly acceptsEndedToken?: boolean;
  /** Takes files in a multipart form; `body` are its other fields. */
  readonly files?: TakenFiles;
  /** Request and answer are those of another protocol; the declaration says who may call it. */
  readonly protocol?: 'tus' | 'oneroster';
  /** Replies with a file of this type in place of JSON; failures are JSON as everywhere. */
  readonly download?: string;
  /** The answer may have an ETag, and a caller who sends it back gets 304 while the answer is the same. For large answers and downloads. */
  readonly hasETag?: boolean;
  /** The answer is large and written by the database in columns; declared with `largeAnswer`. */
  readonly large?: { readonly head: z.ZodRawShape; readonly tables: Readonly<Record<string, LargeTable>> };
  /** Can also be opened with `?code=`, a single-use hand-off code for this very address, in place of the bearer header. */
  readonly acceptsHandOff?: boolean;
}

export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration;
}

/** Where a call is found: its whole path. */
export const addressOf = ({ path, protocol }: Pick<Endpoint, 'path' | 'protocol'>): string => (protocol === 'oneroster' ? path : `/api${path}`);

type In<T> = T extends Shape ? z.input<T> : undefined;
type Out<T> = T extends Shape ? z.output<T> : undefined;

/** What a caller passes: path parameters, query and body, each only where the endpoint has it. */
export type CallArguments<E extends Endpoint> = (E['params'] extends Shape ? { params: In<E['params']> } : unknown) &
  (E['query'] extends Shape ? { query: In<E['query']> } : unknown) &
  (E['body'] extends Shape ? { body: In<E['body']> } : unknown);

/** What a handler receives: path parameters, query and body in one object. A name in two of them keeps the server from starting. */
export type HandlerInput<E extends Endpoint> = (E['params'] extends Shape ? Out<E['params']> : unknown) &
  (E['query'] extends Shape ? Out<E['query']> : unknown) &
  (E['body'] extends Shape ? Out<E['body']> : unknown);

/** What a handler returns, before the response schema strips what it does not declare. */
export type HandlerResult<E extends Endpoint> = In<E['response']>;

/** What our own screens receive. */
export type BriefResult<E extends Endpoint> = (E['brief'] extends Shape ? Out<E['brief']> : Out<E['response']>) & { status: 'success' };

/** What a caller receives, with the envelope's status. */
export type CallResult<E extends Endpoint> = Out<E['response']> & { status: 'success' };
