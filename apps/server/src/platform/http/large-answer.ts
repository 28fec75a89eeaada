import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { AnyLargeEndpoint } from '@classwright/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RawBuilder } from 'kysely';
import { z } from 'zod';
import type { Db } from '../database/index.ts';
import { appError } from '../errors.ts';
import { networkOf } from '../network.ts';
import type { ReadPeople } from '../readings/index.ts';
import { computeParallelLimit } from '../processors.ts';
import { type Crowd, Gate } from '../waiting/index.ts';
import { acceptsCoding } from './compress.ts';
import { type Actor, type CallContext, implement, type Implementation } from './context.ts';
import { hasETag, toETag } from './etag.ts';
import { readColumns, type TableText } from './large-queries.ts';

/**
 * Brotli gives half of gzip's bytes in half of its time, measured by `npm run bench -- large`. Browsers offer it only
 * over https and to this machine.
 */
const compressToBrotli = promisify(brotliCompress);
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } };
/**
 * This level gives a tenth fewer bytes than the fastest one, in the same time: 38,053 for 43,426 of a gradebook of 200
 * × 100 in quarter points.
 */
const GZIP = { level: 4 };
const compressToGzip = promisify(gzip);
/**
 * The number of large responses made at a time. libuv has four threads for compression, files and names, and two of
 * them stay free. Each response keeps one of the database's processors busy.
 */
const AT_ONCE = computeParallelLimit(2);
const MAX_WAITING = 100;
/**
 * The maximum size of a response before compression. Memory never holds more than three of them, and those being sent.
 */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * A response of so many cells keeps a processor of the database busy for a tenth of a second. While many people call, as
 * in a lesson, it begins later.
 */
const MANY_CELLS = 200_000;
/** Returns the points for a number of matrix cells: a point is some 10 ms of this process's main thread. */
export const pointsOf = (cells: number): number => cells / 10_000;

/**
 * Waits while others call, for 50 ms at most. A response that is made in blocks calls it between two of them, so that a
 * lesson's answer meets one block and not a whole gradebook.
 */
export type Pause = () => Promise<void>;

/** The source of a large response. Nothing of it is read before the caller is known to need it. */
export interface LargeSource<E extends AnyLargeEndpoint> {
  /**
   * The version of the data, such as `getTableVersion`, read before the response. Null: it is unknown and the response
   * has no ETag.
   */
  readonly version: string | null;
  /** The approximate number of cells: a point for each 10,000 of them, and no less than the call's declared cost. */
  readonly cells?: number;
  readonly head?: (db: Db, pause: Pause) => Promise<z.input<z.ZodObject<E['large']['head']>>>;
  readonly tables: { readonly [Name in keyof E['large']['tables']]: TableSource };
}

/** The part of a table that is asked for. */
export interface AskedTable {
  columns: readonly string[];
  /** One row more may be returned, which shows that there are too many. */
  mostRows: number;
  /** The tables that come before it in the answer. */
  before: ReadonlyMap<string, TableText>;
  pause: Pause;
}

/**
 * A table: a statement that selects its columns by name, in order, including `ORDER BY`; or a function that reads it, in
 * turns with other work of the process.
 */
export type TableSource = RawBuilder<unknown> | ((db: Db, asked: AskedTable) => Promise<TableText>);

const readTable = (db: Db, source: TableSource, asked: AskedTable): Promise<TableText> =>
  typeof source === 'function' ? source(db, asked) : readColumns(db, source, asked.columns, asked.mostRows);

/** A large response that has not been made yet. */
export class LargeAnswer {
  readonly endpoint: AnyLargeEndpoint;
  readonly source: LargeSource<AnyLargeEndpoint>;
  constructor(endpoint: AnyLargeEndpoint, source: LargeSource<AnyLargeEndpoint>) {
    this.endpoint = endpoint;
    this.source = source;
  }
}

type LargeHandler<E extends AnyLargeEndpoint> = (context: CallContext<E>) => Promise<LargeSource<E>>;

/** Binds the source of a large response to its declaration. */
export function implementLarge<const E extends AnyLargeEndpoint>(endpoint: E, handler: LargeHandler<E>): Implementation {
  const given = handler as unknown as (context: unknown) => Promise<LargeSource<AnyLargeEndpoint>>;
  return implement(endpoint, (async (context: unknown) => new LargeAnswer(endpoint, await given(context))) as never);
}

/** The part of a call that sending a large response needs. `path` leads to the column of people that `note` is given. */
export interface LargeCall {
  /** The server that the source was found on. */
  db: Db;
  charge: (points: number) => void;
  note?: (people: ReadPeople) => void;
  path?: readonly string[];
}

/** The number of versions whose people are remembered, for callers who already have them. */
const MOST_KNOWN = 200;

export interface LargeOptions {
  /** The version of the product: another one may write the same rows differently. */
  version: string;
  /**
   * True to check every cell against its declaration; false to check only that each column exists. For tests and
   * development.
   */
  checksCells: boolean;
  /** Lets the making of many cells wait while many people call. By default it never waits. */
  crowd?: Pick<Crowd, 'gap'> | undefined;
}

/**
 * Makes and sends large responses. The database writes the JSON of each column. It is not parsed or written again here,
 * and is compressed on another thread. A limited number are made at a time, in fair turns of networks and people. A
 * caller who already has the response gets 304 for the price of its version.
 */
export class LargeAnswers {
  readonly #options: LargeOptions;
  readonly #gate = new Gate({ atOnce: AT_ONCE, maxWaiting: MAX_WAITING });
  readonly #gateOfMany = new Gate({ atOnce: 1, maxWaiting: MAX_WAITING });
  /** The people of responses by their ETag, the newest last. */
  readonly #known = new Map<string, readonly number[]>();

  constructor(options: LargeOptions) {
    this.#options = options;
  }

  /**
   * Sends a large response. @throws ANSWER_TOO_LARGE, UNAVAILABLE when too many wait, TOO_MANY_REQUESTS from `charge`
   */
  async send(
    { endpoint, source }: LargeAnswer,
    request: FastifyRequest,
    reply: FastifyReply,
    { db, charge, note, path }: LargeCall,
  ): Promise<Buffer | undefined> {
    const actor = request.actor as Actor;
    let etag: string | null = null;
    reply.headers({ 'cache-control': 'private, no-cache', vary: 'Accept-Encoding, Authorization' });
    if (source.version !== null) {
      etag = toETag(this.#options.version, source.version, request.url, ...scopeOf(actor));
      reply.header('etag', etag);
      if (hasETag(request.headers['if-none-match'], etag)) {
        reply.code(304);
        const [table, , column] = path ?? [];
        if (note && table && column) note(this.#known.get(etag) ?? (() => this.#readPeople(db, endpoint, source, table, column)));
        return undefined;
      }
    }
    charge(pointsOf(source.cells ?? 0));
    const gate = (source.cells ?? 0) < MANY_CELLS ? this.#gate : this.#gateOfMany;
    return gate.run({ place: networkOf(request.ip), who: String(actor.accountId) }, async () => {
      const { bytes, people } = await this.#make(db, { endpoint, source }, path, async () => this.#options.crowd?.gap());
      note?.(people);
      if (etag !== null && path) this.#remember(etag, people);
      const accepted = request.headers['accept-encoding'];
      const coding = acceptsCoding('br', accepted) ? 'br' : acceptsCoding('gzip', accepted) ? 'gzip' : null;
      if (coding === null) return bytes;
      reply.header('content-encoding', coding);
      return coding === 'br' ? compressToBrotli(bytes, BROTLI) : compressToGzip(bytes, GZIP);
    });
  }

  #remember(etag: string, people: readonly number[]): void {
    this.#known.delete(etag);
    this.#known.set(etag, people);
    for (const [oldest] of this.#known) {
      if (this.#known.size <= MOST_KNOWN) return;
      this.#known.delete(oldest);
    }
  }

  /** Reads the people of a response alone, for a caller who already has it. */
  async #readPeople(db: Db, { large }: AnyLargeEndpoint, source: LargeSource<AnyLargeEndpoint>, table: string, column: string): Promise<readonly number[]> {
    const { columns } = await readTable(db, source.tables[table]!, {
      columns: [column],
      mostRows: large.tables[table]!.mostRows,
      before: new Map(),
      pause: async () => undefined,
    });
    return toPeople(columns.get(column));
  }

  async #make(
    from: Db,
    { endpoint, source }: LargeAnswer,
    path: readonly string[] | undefined,
    pause: Pause,
  ): Promise<{ bytes: Buffer; people: readonly number[] }> {
    const names = Object.keys(endpoint.large.tables);
    // All tables are read at one moment.
    const read = <T>(work: (db: Db) => Promise<T>): Promise<T> =>
      names.length === 1 && !source.head ? work(from) : from.transaction().setIsolationLevel('repeatable read').execute(work);
    let people: readonly number[] = [];
    const bytes = await read(async (db) => {
      const pieces = new Pieces();
      const head = z.object(endpoint.large.head).parse((await source.head?.(db, pause)) ?? {});
      pieces.add(JSON.stringify({ status: 'success', ...head }).slice(0, -1));
      const tables = new Map<string, TableText>();
      for (const name of names) {
        const table = await addTable(pieces, db, { endpoint, source }, { name, before: tables, pause });
        tables.set(name, table);
        if (path?.[0] === name) people = toPeople(table.columns.get(path[2] as string));
      }
      pieces.add('}');
      return pieces.whole();
    });
    if (this.#options.checksCells) endpoint.response.parse(JSON.parse(bytes.toString()));
    return { bytes, people };
  }
}

const toPeople = (column: string | undefined): readonly number[] => (JSON.parse(column ?? '[]') as unknown[]).filter((id) => typeof id === 'number');

/** Returns everything that decides what a person sees, other than the request. */
function scopeOf({ accountId, isAdmin, reach, rights }: Actor): string[] {
  return [String(accountId), String(isAdmin), JSON.stringify(reach), [...rights].sort().join(' ')];
}

async function addTable(
  pieces: Pieces,
  db: Db,
  { endpoint: { name: endpoint, large }, source }: LargeAnswer,
  { name, before, pause }: { name: string; before: ReadonlyMap<string, TableText>; pause: Pause },
): Promise<TableText> {
  const { mostRows, columns } = large.tables[name]!;
  const names = Object.keys(columns);
  const table: TableText = await readTable(db, source.tables[name]!, { columns: names, mostRows, before, pause });
  if (table.rows > mostRows) throw appError('ANSWER_TOO_LARGE');
  pieces.add(`,${JSON.stringify(name)}:{"rows":${table.rows},"columns":{`);
  for (const [index, column] of names.entries()) {
    const text = table.columns.get(column);
    if (!text?.startsWith('[') || !text.endsWith(']')) throw new Error(`${endpoint}: the column ${name}.${column} is no list`);
    pieces.add(`${index === 0 ? '' : ','}${JSON.stringify(column)}:`);
    pieces.add(text);
  }
  pieces.add('}}');
  return table;
}

/** Collects the text of a response as bytes while it arrives. */
class Pieces {
  readonly #pieces: Buffer[] = [];
  #byteLength = 0;

  add(text: string): void {
    const piece = Buffer.from(text);
    this.#byteLength += piece.byteLength;
    if (this.#byteLength > MOST_BYTES) throw appError('ANSWER_TOO_LARGE');
    this.#pieces.push(piece);
  }

  whole(): Buffer {
    return Buffer.concat(this.#pieces, this.#byteLength);
  }
}
