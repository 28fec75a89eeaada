import { randomUUID } from 'node:crypto';
import { MAX_POSTED_RECORDS, type OneRosterCall, type OneRosterPlace } from '@classwright/contract';
import type { Db, Tx } from '../../../../platform/database/index.ts';
import { inTransaction, isTakenAlready } from '../../../../platform/database/index.ts';
import { AppError } from '../../../../platform/errors.ts';
import { noSuchThing, wrongData } from './failure.ts';
import { findWithin } from './collections.ts';
import { deleteLineItem, notYours, putLineItem } from './line-item-write.ts';
import { LineItemRecord, parseRecord, ResultRecord } from './records.ts';
import { deleteResult, type GradeWriting, putResult } from './result-write.ts';
import type { Answer, ProgramCall } from './serve.ts';
import { lockWriter } from './write-queries.ts';

export interface WriteDependencies {
  db: Db;
  announcing: GradeWriting['announcing'];
}

type Places = Partial<Record<OneRosterPlace, string>>;
type Body = Readonly<Record<string, unknown>>;
const MOST_SOURCED_ID = 255;

/** Applies an app's write, all of the call or nothing. */
export async function answerWrite({ db, announcing }: WriteDependencies, declared: OneRosterCall, call: ProgramCall): Promise<Answer> {
  const { caller, scope, request } = call;
  const places = request.params as Places;
  const body = (typeof request.body === 'object' && request.body !== null ? request.body : {}) as Body;
  const { sourcedId = '' } = places;
  if (sourcedId.length > MOST_SOURCED_ID) throw noSuchThing(declared.name, sourcedId);
  try {
    return await inTransaction(db, async (tx): Promise<Answer> => {
      await lockWriter(tx, caller.id);
      const writing: GradeWriting = { tx, scope, clientId: caller.id, requestId: request.id, telling: announcing, announcing };
      if (declared.act === 'delete') {
        await (declared.name === 'lineItems' ? deleteLineItem(writing, sourcedId) : deleteResult(writing, sourcedId));
        return { status: 204, rows: 1 };
      }
      if (declared.act === 'put') {
        const done =
          declared.name === 'lineItems'
            ? await putLineItem(writing, sourcedId, parseRecord(LineItemRecord, body['lineItem'], 'lineItem'))
            : await putResult(writing, sourcedId, parseRecord(ResultRecord, body['result'], 'result'));
        return { status: done === 'made' ? 201 : 200, rows: 1, body: '{}' };
      }
      const pairs = await postRecords(writing, declared, places, body[declared.name]);
      return { status: 201, rows: pairs.length, body: JSON.stringify({ sourcedIdPairs: pairs }) };
    });
  } catch (failure) {
    if (isTakenAlready(failure)) throw notYours(sourcedId);
    // classwork names its own fields when it refuses: the response names the app's fields instead
    if (failure instanceof AppError && failure.code === 'VALIDATION_FAILED')
      throw wrongData('oneroster.data.field', { field: Object.keys(failure.fields ?? {}).join(', '), reason: 'not accepted by this class' });
    throw failure;
  }
}

interface Pair {
  suppliedSourcedId: string;
  allocatedSourcedId: string;
}

/**
 * Creates several records below the one that the address names. Each keeps its sourcedId; one without gets a new one.
 */
async function postRecords(writing: GradeWriting, declared: OneRosterCall, places: Places, sent: unknown): Promise<Pair[]> {
  const { tx, scope } = writing;
  if (!Array.isArray(sent) || sent.length === 0 || sent.length > MAX_POSTED_RECORDS)
    throw wrongData('oneroster.data.count', { name: declared.name, most: MAX_POSTED_RECORDS });
  await findWithin(tx as Tx, scope, declared, places);
  if (places.sessionId !== undefined && !scope.sessions.some((session) => session.sourcedId === places.sessionId))
    throw noSuchThing('academicSession', places.sessionId);
  const pairs: Pair[] = [];
  for (const [index, each] of sent.entries()) {
    const at = `${declared.name}.${index}`;
    if (declared.name === 'lineItems') {
      const record = parseRecord(LineItemRecord, each, at);
      const place = places.classId === undefined ? {} : { class: { sourcedId: places.classId } };
      if (place.class && record.class && record.class.sourcedId !== places.classId) throw wrongData('oneroster.data.otherPlace', { at });
      const sourcedId = record.sourcedId ?? randomUUID();
      await putLineItem(writing, sourcedId, { ...record, ...place, sourcedId });
      pairs.push({ suppliedSourcedId: record.sourcedId ?? '', allocatedSourcedId: sourcedId });
    } else {
      const record = parseRecord(ResultRecord, each, at);
      const place = places.lineItemId === undefined ? {} : { lineItem: { sourcedId: places.lineItemId } };
      if (place.lineItem && record.lineItem && record.lineItem.sourcedId !== places.lineItemId) throw wrongData('oneroster.data.otherPlace', { at });
      const sourcedId = record.sourcedId ?? randomUUID();
      await putResult(writing, sourcedId, { ...record, ...place, sourcedId });
      pairs.push({ suppliedSourcedId: record.sourcedId ?? '', allocatedSourcedId: sourcedId });
    }
  }
  return pairs;
}
