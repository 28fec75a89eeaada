import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import type { TakenFiles } from './taken-files.ts';
import type { LargeTable } from './large-table.ts';

type Shape = z.ZodType;

/**
 * The callers of an endpoint.
 * - `{resource, action}`: people with that action on that resource in the access tables.
 * - `signed-in`: any active account.
 * - `public`: anybody.
 * - `link`: holders of the short-lived signed or private address.
 * - `client`: an app that an administrator connected, with an access token of its own; its scopes define its rights.
 */
export type Access = { readonly resource: string; readonly action: string } | 'signed-in' | 'public' | 'link' | 'client';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * The purposes of tokens that are no sign-in. `seat`: one student's place in one lesson. `wall`: a screen that shows the
 * lessons of one teacher.
 */
export const TOKEN_PURPOSES = ['seat', 'wall'] as const;
export type TokenPurpose = (typeof TOKEN_PURPOSES)[number];

/**
 * The declaration of a call. The route, validation (422), the typed client, OpenAPI, the access row and the test
 * through every role come from it. `path` is relative to `/api`, except with OneRoster, where it is the whole path;
 * `:name` marks a path parameter. The response is the body without `status: "success"`, which the envelope adds.
 */
export interface Endpoint {
  readonly name: string;
  readonly method: Method;
  readonly path: `/${string}`;
  /**
   * Used only when the address has a query parameter of this name. Otherwise the other call at the same path is used.
   */
  readonly onlyWith?: string;
  readonly access: Access;
  /**
   * `all` when it changes data shared by all schools of the installation: only people who reach every school may call
   * it.
   */
  readonly reach?: 'all';
  readonly summary: string;
  readonly params?: Shape;
  readonly query?: Shape;
  readonly body?: Shape;
  readonly response: Shape;
  /**
   * The response for a caller who sends `Prefer: return=minimal` (RFC 7240), as our own screens do: each row once,
   * under one name, with only the fields that lists show. Only for reads.
   */
  readonly brief?: Shape;
  /** The error codes of this call, in addition to those of every call (validation, access, rate, size, internal). */
  readonly errors: readonly ErrorCode[];
  /** The HTTP status of success. The default is 200. */
  readonly successStatus?: 200 | 201;
  /**
   * The cost of a call out of its caller's 600 points a minute. The default is 1. Saves and searches cost 2 to 5,
   * longer work more.
   */
  readonly cost?: number;
  /** The additional cost of a refused call, for calls that may be guesses. */
  readonly refusedCost?: number;
  /** The largest body in bytes. The default is 64 KiB. */
  readonly bodyLimitBytes?: number;
  /** True for a GET that shares no transaction with writes. Every other call runs in one transaction. */
  readonly readOnly?: boolean;
  /**
   * True for a write whose handler opens its own transactions, because it waits for something slow before. It gets the
   * pool.
   */
  readonly ownTransaction?: boolean;
  /** True for text typed in class: half a surrogate pair in it is corrected, not refused. */
  readonly mendsText?: boolean;
  /** True when the response contains a secret (a link, a code): it is not stored, and a repeat creates a new one. */
  readonly answersSecret?: boolean;
  /** True to also accept a token that a newer device ended less than 60 s ago, so that no student's text is lost. */
  readonly acceptsEndedToken?: boolean;
  /** The files of a multipart form. `body` has its other fields. */
  readonly files?: TakenFiles;
  /** The other protocol of request and response. The declaration defines who may call it. */
  readonly protocol?: 'tus' | 'oneroster';
  /** The type of the file that it returns in place of JSON. Failures are JSON as everywhere. */
  readonly download?: string;
  /**
   * True when the response may have an ETag: a caller who sends it back gets 304 while the response is unchanged. For
   * large responses and downloads.
   */
  readonly hasETag?: boolean;
  /** The columns of a large response, which the database writes. Declared with `largeAnswer`. */
  readonly large?: { readonly head: z.ZodRawShape; readonly tables: Readonly<Record<string, LargeTable>> };
  /**
   * True when it can also be opened with `?code=`, a single-use hand-off code for this address, in place of the bearer
   * header.
   */
  readonly acceptsHandOff?: boolean;
  /**
   * The purposes of tokens that may make this call too, besides sign-ins. The default is none: a token for one thing is
   * refused with NOT_ALLOWED by every call that does not name its purpose.
   */
  readonly allows?: readonly TokenPurpose[];
  /**
   * True for a call whose caller must have confirmed who they are within the last 10 minutes: by signing in, or by a factor
   * or the password since. Otherwise it is refused with CONFIRM_FIRST, before its body is read.
   */
  readonly confirmed?: true;
  /**
   * True for a call that also opens to people who have to set up a second factor first. All others are refused with
   * FACTOR_FIRST until they have one.
   */
  readonly withoutFactor?: true;
}

export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration;
}

/** Returns the whole path of a call. */
export const addressOf = ({ path, protocol }: Pick<Endpoint, 'path' | 'protocol'>): string => (protocol === 'oneroster' ? path : `/api${path}`);

type In<T> = T extends Shape ? z.input<T> : undefined;
type Out<T> = T extends Shape ? z.output<T> : undefined;

/** The arguments of a call: path parameters, query and body, each only when the endpoint has it. */
export type CallArguments<E extends Endpoint> = (E['params'] extends Shape ? { params: In<E['params']> } : unknown) &
  (E['query'] extends Shape ? { query: In<E['query']> } : unknown) &
  (E['body'] extends Shape ? { body: In<E['body']> } : unknown);

/**
 * The input of a handler: path parameters, query and body in one object. A name in two of them keeps the server from
 * starting.
 */
export type HandlerInput<E extends Endpoint> = (E['params'] extends Shape ? Out<E['params']> : unknown) &
  (E['query'] extends Shape ? Out<E['query']> : unknown) &
  (E['body'] extends Shape ? Out<E['body']> : unknown);

/** The result of a handler, before the response schema strips undeclared fields. */
export type HandlerResult<E extends Endpoint> = In<E['response']>;

/** The result that our own screens receive. */
export type BriefResult<E extends Endpoint> = (E['brief'] extends Shape ? Out<E['brief']> : Out<E['response']>) & { status: 'success' };

/** The result that a caller receives, with the envelope's status. */
export type CallResult<E extends Endpoint> = Out<E['response']> & { status: 'success' };
