import { ONE_ROSTER_NAMES, type OneRosterCall, type OneRosterPlace } from '@classwright/contract';
import type { Db } from '../../../../platform/database/index.ts';
import { createTurns } from '../../../../platform/workers/index.ts';
import { findWithin, makeCollection } from './collections.ts';
import { noSuchThing } from './failure.ts';
import { readPage, readRecord } from './page-queries.ts';
import { readFields, readPageQuery, writeLinks } from './query.ts';
import type { Answer, ProgramCall } from './serve.ts';

type Places = Partial<Record<OneRosterPlace, string>>;
type Query = Readonly<Record<string, unknown>>;

/**
 * Returns a page of a collection. The database serializes the records, and they are neither parsed nor serialized again
 * here.
 */
export async function answerList(db: Db, declared: OneRosterCall, { scope, request, reply }: ProgramCall): Promise<Answer> {
  const within = await findWithin(db, scope, declared, request.params as Places);
  const collection = makeCollection(scope, declared.name, within);
  const query = request.query as Query;
  const page = readPageQuery(collection, query);
  const { pieces, people, rows, total, lastId } = await readPage(db, collection, page);
  const address = scope.base.replace(/\/ims\/oneroster$/, '') + (request.url.split('?', 1)[0] as string);
  reply.headers({ 'x-total-count': String(total), link: writeLinks(address, query, page, { total, lastId }) });
  return { status: 200, rows, body: await toBody(declared.name, pieces), shown: collection.about && { of: collection.about.of, people } };
}

/**
 * Encodes the body of a list. Names in any script take time to encode, so other work gets its turn between the chunks.
 */
async function toBody(name: string, pieces: readonly string[]): Promise<Buffer> {
  const turn = createTurns();
  const parts = [Buffer.from(`{${JSON.stringify(name)}:[`)];
  for (const [index, piece] of pieces.entries()) {
    parts.push(Buffer.from(index === 0 ? piece : `,${piece}`));
    await turn();
  }
  return Buffer.concat([...parts, Buffer.from(']}')]);
}

/** Returns one record. */
export async function answerOne(db: Db, declared: OneRosterCall, { scope, request }: ProgramCall): Promise<Answer> {
  const { sourcedId = '' } = request.params as Places;
  const collection = makeCollection(scope, declared.name, { kind: declared.kind });
  const one = ONE_ROSTER_NAMES[declared.name];
  const record = await readRecord(db, collection, sourcedId, readFields(collection, request.query as Query));
  if (record === null) throw noSuchThing(one, sourcedId);
  const people = record.person === null ? [] : [record.person];
  return { status: 200, rows: 1, body: `{${JSON.stringify(one)}:${record.text}}`, shown: collection.about && { of: collection.about.of, people } };
}
