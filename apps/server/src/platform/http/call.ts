import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { askAll, type Db, type HeavyReads, inTransaction, type Tx } from '../database/index.ts';
import { appError } from '../errors.ts';
import type { Gates } from '../waiting/index.ts';
import { type Actor, type CallContext, type Implementation, Refusal } from './context.ts';
import { FileAnswer, RedirectAnswer, sendFile } from './file-answer.ts';
import { hashOfCall, idempotencyKeyOf, type OnceCall, runOncePerKey } from './idempotency.ts';
import { prefersBrief, PreparedAnswer, toAnswerBody, WrittenAnswer } from './prepared.ts';
import { type Form, FORM_OVERHEAD_BYTES, readForm } from './form.ts';
import type { FormSlots } from './form-slots.ts';
import { findIdempotentResult } from './queries.ts';
import { isHeavyRead } from './heavy-reads.ts';
import type { FileRoom, ReceivedFile } from './received-files.ts';
import { LargeAnswer, type LargeAnswers } from './large-answer.ts';
import { idsAt, type KnownReading, type ReadPeople, type Readings } from '../readings/index.ts';
import { parsePart, requireKnownQuery, requireSomethingKnown } from './validate.ts';
import type { Endpoint } from '@classwright/contract';

export interface CallEnvironment {
  db: Db;
  /** The heavy reads. */
  heavyReads: HeavyReads;
  onHookError: (error: unknown) => void;
  /** The folder for files of forms while their call runs. */
  stagingFolder: string;
  formSlots: FormSlots;
  /** The calls of one account that may run at the same time. */
  calls: Gates<number>;
  fileRoomOf?: ((accountId: number) => Promise<FileRoom>) | undefined;
  large: LargeAnswers;
  /** The readings of people's records are noted here; `declared` says by name what each call shows. */
  readings: { noted: Readings; declared: ReadonlyMap<string, KnownReading> } | null;
  charge: (request: FastifyRequest, points: number) => void;
}

function inputOf(endpoint: Endpoint, request: FastifyRequest, body: unknown): object {
  requireKnownQuery(endpoint, request.query as object);
  if (endpoint.body) requireSomethingKnown(endpoint.body, body);
  return {
    ...(endpoint.params ? (parsePart(endpoint.params, request.params) as object) : {}),
    ...(endpoint.query ? (parsePart(endpoint.query, request.query) as object) : {}),
    ...(endpoint.body ? (parsePart(endpoint.body, body ?? {}) as object) : {}),
  };
}

/** A larger body takes so long to read that others get a turn between the steps of its call. */
const LARGE_BODY_BYTES = 256 * 1024;

interface Body extends Pick<Form, 'files'> {
  body: unknown;
  /** Deletes the files of the call. */
  discard?: Form['discard'];
}

/** Returns the maximum size of this call's form, including its fields and separators. */
function mostBytesOf({ files, bodyLimitBytes = 0 }: Endpoint): number {
  return files ? files.max.totalBytes + bodyLimitBytes + FORM_OVERHEAD_BYTES : 0;
}

/**
 * Returns how much space the files of a form may take of their person's, so that a file without room is refused before
 * it is received. Null when that is not known. A repeated call takes no space. @throws FILE_SPACE_FULL for a form that
 * declares its length
 */
async function roomFor(endpoint: Endpoint, request: FastifyRequest, actor: Actor | null, { db, fileRoomOf }: CallEnvironment): Promise<FileRoom | null> {
  if (!actor || !fileRoomOf || !request.isMultipart() || endpoint.files?.where !== 'disk') return null;
  const key = idempotencyKeyOf(request.headers['idempotency-key']);
  if (key && (await findIdempotentResult(db, { accountId: actor.accountId, endpoint: endpoint.name, key }))) return null;
  const room = await fileRoomOf(actor.accountId);
  if (Number(request.headers['content-length'] ?? 0) > room.leftBytes + FORM_OVERHEAD_BYTES + (endpoint.bodyLimitBytes ?? 0)) throw room.refusal();
  return room;
}

async function bodyOf({ files, bodyLimitBytes }: Endpoint, request: FastifyRequest, folder: string, room: FileRoom | null): Promise<Body> {
  if (files && (request.isMultipart() || files.required !== undefined)) return readForm(files, request, { folder, room, bodyLimitBytes });
  if (request.isMultipart()) throw appError('UNSUPPORTED_MEDIA_TYPE');
  return { body: request.body, files: [] };
}

const digestOf = (file: ReceivedFile): string[] => [
  file.name,
  ('bytes' in file ? createHash('sha256').update(file.bytes).digest() : file.sha256).toString('base64'),
];

/** Returns the people of whom an answer shows more than a name. @throws Error for a handler that names none where it must */
function peopleIn(endpoint: Endpoint, { paths }: KnownReading, shown: unknown): ReadPeople {
  if (paths) return idsAt(shown instanceof PreparedAnswer ? shown.result : shown, paths);
  const people = (shown as { people?: ReadPeople } | null)?.people;
  if (people === undefined) throw new Error(`${endpoint.name} does not name the people whose data it shows`);
  return people;
}

/**
 * Runs one call from validated input to the response: a read on the pool, a write in one transaction, at most once
 * under an Idempotency-Key. The response schema strips undeclared fields.
 */
export async function runCall(
  implementation: Implementation,
  request: FastifyRequest,
  reply: FastifyReply,
  actor: Actor | null,
  environment: CallEnvironment,
): Promise<unknown> {
  const { endpoint } = implementation;
  if (request.isMultipart() && Number(request.headers['content-length'] ?? 0) > mostBytesOf(endpoint)) throw appError('BODY_TOO_LARGE');
  const release = actor && request.isMultipart() ? environment.formSlots.take(actor.accountId, endpoint.files?.where === 'memory') : null;
  try {
    const room = await roomFor(endpoint, request, actor, environment);
    const given = await bodyOf(endpoint, request, environment.stagingFolder, room);
    try {
      const run = (): Promise<unknown> => runWith(given, implementation, request, reply, actor, environment);
      return await (actor ? environment.calls.run(actor.accountId, run) : run());
    } finally {
      await given.discard?.();
    }
  } finally {
    release?.();
  }
}

async function runWith(
  { body, files }: Body,
  { endpoint, handler, opening }: Implementation,
  request: FastifyRequest,
  reply: FastifyReply,
  actor: Actor | null,
  environment: CallEnvironment,
): Promise<unknown> {
  const isLarge = Number(request.headers['content-length'] ?? 0) > LARGE_BODY_BYTES;
  if (isLarge) await setImmediate();
  const input = inputOf(endpoint, request, body);
  if (isLarge) await setImmediate();
  const key = endpoint.method === 'GET' || endpoint.answersSecret ? null : idempotencyKeyOf(request.headers['idempotency-key']);
  const once: OnceCall | null =
    key && actor && !endpoint.readOnly
      ? {
          accountId: actor.accountId,
          endpoint: endpoint.name,
          key,
          bodyHash: hashOfCall({ params: request.params, query: request.query, body: endpoint.files ? [body, files.map(digestOf)] : request.body }),
        }
      : null;
  let attempts = 0; // a read that failed on a replica is made again, and was paid for
  const charge = (points: number): void => {
    if (attempts <= 1) environment.charge(request, points);
  };
  const context = {
    input,
    files,
    actor,
    once: endpoint.ownTransaction ? once : null,
    requestId: request.id,
    address: request.ip,
    site: request.site,
    main: environment.db,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 200),
    log: request.log,
    charge,
  };
  const isBrief = prefersBrief(endpoint, request.headers.prefer);
  if (endpoint.brief) reply.header('vary', 'Prefer');
  if (isBrief) reply.header('preference-applied', 'return=minimal');
  let shown: unknown = null;
  const run = async (tx: Db | Tx, answers: readonly unknown[] = []): Promise<{ httpStatus: number; body: unknown } | Refusal> => {
    const result = await handler({ ...context, tx } as unknown as CallContext<Endpoint>, answers);
    if (result instanceof Refusal) return result;
    shown = result;
    const httpStatus = endpoint.successStatus ?? 200;
    if (result instanceof FileAnswer || result instanceof LargeAnswer || result instanceof RedirectAnswer) return { httpStatus, body: result };
    if (result instanceof WrittenAnswer) return { httpStatus: result.httpStatus, body: result.text };
    if (!(result instanceof PreparedAnswer)) return { httpStatus, body: toAnswerBody(endpoint, result, isBrief) };
    if (result.endpoint !== endpoint) throw new Error(`an answer of ${result.endpoint.name} was prepared for ${endpoint.name}`);
    return { httpStatus, body: result.bytes(isBrief) };
  };
  const reading = environment.readings?.declared.get(endpoint.name);
  const note = (people: ReadPeople): void => {
    if (reading && actor) environment.readings?.noted.add({ accountId: actor.accountId }, reading.of, people);
  };
  const send = (outcome: Awaited<ReturnType<typeof run>>, db: Db): unknown => {
    if (outcome instanceof Refusal) throw appError(outcome.code, outcome.params);
    reply.code(outcome.httpStatus);
    if (outcome.body instanceof LargeAnswer)
      return environment.large.send(outcome.body, request, reply, {
        db,
        charge,
        ...(reading?.paths ? { note, path: reading.paths[0] as readonly string[] } : {}),
      });
    if (reading) note(peopleIn(endpoint, reading, shown));
    if (outcome.body instanceof RedirectAnswer) return reply.header('cache-control', 'no-store').redirect(outcome.body.location, 303);
    return outcome.body instanceof FileAnswer ? sendFile(endpoint, request, reply, outcome.body) : outcome.body;
  };
  if (isHeavyRead(endpoint))
    return environment.heavyReads.run(async (db) => {
      attempts += 1;
      return send(await run(db), db);
    });
  const outcome =
    endpoint.readOnly || endpoint.ownTransaction
      ? await run(environment.db)
      : await inTransaction(
          environment.db,
          async (tx) => {
            const questions = opening?.(context as unknown as CallContext<Endpoint>) ?? [];
            if (!once) return run(tx, questions.length > 0 ? await askAll(tx, questions) : []);
            let refusal: Refusal | null = null;
            const answer = await runOncePerKey(tx, once, questions, async (answers) => {
              const result = await run(tx, answers);
              if (!(result instanceof Refusal)) return result;
              refusal = result;
              return { httpStatus: 409, body: null };
            });
            return refusal ?? answer;
          },
          environment.onHookError,
        );
  return send(outcome, environment.db);
}
