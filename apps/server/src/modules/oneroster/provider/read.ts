import { ONE_ROSTER_NAMES, type OneRosterCall, type OneRosterPlace } from '@classwright/contract';
import type { Db } from '../../../platform/database/index.ts';
import { findWithin, makeCollection } from './collections.ts';
import { noSuchThing } from './failure.ts';
import { readPage, readRecord } from './page-queries.ts';
import { readFields, readPageQuery, writeLinks } from './query.ts';
import type { Answer, ProgramCall } from './serve.ts';

type Places = Partial<Record<OneRosterPlace, string>>;
type Query = Readonly<Record<string, unknown>>;

/** A page of a collection: the database writes the records, which are neither parsed nor written again here. */
export async function answerList(db: Db, declared: OneRosterCall, { scope, request, reply }: ProgramCall): Promise<Answer> {
  const within = await findWithin(db, scope, declared, request.params as Places);
  const collection = makeCollection(scope, declared.name, within);
  const query = request.query as Query;
  const page = readPageQuery(collection, query);
  const { pieces, rows, total } = await readPage(db, collection, page);
  const address = scope.base.replace(/\/ims\/oneroster$/, '') + (request.url.split('?', 1)[0] as string);
  reply.headers({ 'x-total-count': String(total), link: writeLinks(address, query, page, total) });
  const bytes = pieces.map((piece, index) => Buffer.from(index === 0 ? piece : `,${piece}`));
  return { status: 200, rows, body: Buffer.concat([Buffer.from(`{${JSON.stringify(declared.name)}:[`), ...bytes, Buffer.from(']}')]) };
}

/** One record. */
export async function answerOne(db: Db, declared: OneRosterCall, { scope, request }: ProgramCall): Promise<Answer> {
  const { sourcedId = '' } = request.params as Places;
  const collection = makeCollection(scope, declared.name, { kind: declared.kind });
  const one = ONE_ROSTER_NAMES[declared.name];
  const record = await readRecord(db, collection, sourcedId, readFields(collection, request.query as Query));
  if (record === null) throw noSuchThing(one, sourcedId);
  return { status: 200, rows: 1, body: `{${JSON.stringify(one)}:${record}}` };
}
