import type { MessageKey, Translate } from '@classwright/contract';
import type { FileUse } from '../../../../manifest.ts';
import { afterCommit, type Db, inTransaction, type Tx } from '../../../../platform/database/index.ts';
import {
  allowErasing,
  changeAt,
  changeOf,
  countPages,
  type EraseStep,
  listMentioning,
  listNamingRows,
  listParts,
  listPlaces,
  PAGES_AT_ONCE,
  planErasure,
  saveScrubbed,
  SLICE,
} from '../../../../platform/personal-data/erase-queries.ts';
import { findErasedAgain, readErasureList } from '../../../../platform/personal-data/erasure-list.ts';
import { requireNotHeld } from '../../../../platform/personal-data/holds-queries.ts';
import { type Declaration, isAboutNobody } from '../../../../platform/personal-data/index.ts';
import type { Schema } from '../../../../platform/personal-data/schema.ts';
import { seekPeople, type SoughtPeople } from '../../../../platform/personal-data/seek-people.ts';
import { forgetAccess } from '../../../people/access/index.ts';
import { eraseAccounts, insertUnnamed, listAccountTraces, removePictures } from '../../../people/accounts/index.ts';
import { eraseFilesOf, type FileStorage, listFileOwners } from '../../../school/files/index.ts';
import { dropCopies } from '../queries.ts';
import {
  addProgress,
  askToEraseAgain,
  beginErasing,
  dropSlices,
  type ErasureRow,
  findErasures,
  finishErasures,
  listAccountIds,
  lockErasures,
  setNamedIn,
  setStep,
  writeReceipts,
} from './queries.ts';
import { emptyTexts, scrub, type Scrubbed } from './scrub.ts';

export interface ErasingDependencies {
  /** The database pool for background work, separate from lessons. */
  backgroundDb: Db;
  storage: Pick<FileStorage, 'remove'>;
  /** The folder that keeps the list of erased people. */
  dataDir: string;
  t: Translate<MessageKey>;
  sources: () => { declared: ReadonlyMap<string, Declaration>; schema: Schema };
  listFileUses: () => readonly FileUse[];
}

/** People whose erasures are made together. */
export const ERASED_AT_ONCE = 200;
/** People whose new accounts one transaction makes. */
const BEGUN_AT_ONCE = 50;
/** Accounts that one transaction deletes last, when nothing names them any more: each is looked for in a hundred tables. */
const FINISHED_AT_ONCE = 2;
const MOST_NAMED = 1000;
/** Tables of which a change of one without the other is refused at the commit: an owner teaches the class. */
const TOGETHER: readonly string[] = ['courses', 'course_members'];

/** A person whose erasure is being made. */
interface Erased extends Scrubbed {
  erasureId: number;
}
type RowStep = Exclude<EraseStep, { kind: 'scrub' }>;

/**
 * Makes erasures that are due together, slice by slice, each in its own transaction with what it adds to the receipts.
 * It may be interrupted anywhere and goes on at the step where it was. All of them wait, or stand at the same step.
 * `again`: they were final once, in what a backup is older than. @throws PersonHeld while somebody holds one of the people,
 * also for a hold that is made while the erasures run
 */
export async function runErasures(
  dependencies: ErasingDependencies,
  ids: readonly number[],
  { again = false, standBack = async () => undefined }: { again?: boolean; standBack?: () => Promise<void> } = {},
): Promise<void> {
  const { backgroundDb: db, sources } = dependencies;
  const { people, step: first } = await begin(dependencies, ids, again);
  if (people.length === 0) return;
  const kept = people.flatMap(({ from, to }) => [from, to]);
  const unlessHeld: Group['unlessHeld'] = async (work) => {
    await standBack();
    return inTransaction(db, async (tx) => {
      if (!again) await requireNotHeld(tx, kept);
      return work(tx);
    });
  };
  const { declared, schema } = sources();
  const steps = planErasure(schema, declared);
  const group: Group = { db, unlessHeld, schema, steps, people: new Map(people.map((person) => [person.from, person])), sought: seekPeople(people) };
  for (let at = first; at < steps.length; at++) {
    const step = steps[at]!;
    if (step.kind === 'scrub') await scrubTable(group, step);
    else await changeTable(group, step);
    await setStep(
      db,
      people.map(({ erasureId }) => erasureId),
      at + 1,
    );
  }
  await eraseFiles(dependencies, group);
  const named = await listNaming(group, declared);
  await writeReceipts(
    db,
    people.map(({ erasureId, traces }) => ({ id: erasureId, email: traces.email })),
  );
  for (let at = 0; at < people.length; at += FINISHED_AT_ONCE) await finish(unlessHeld, people.slice(at, at + FINISHED_AT_ONCE), named);
  await dropSlices(db);
}

interface Group {
  db: Db;
  /** Runs work that changes rows in a transaction of its own when few call, while nobody holds the people. */
  unlessHeld: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  schema: Schema;
  steps: readonly EraseStep[];
  people: ReadonlyMap<number, Erased>;
  sought: SoughtPeople<Erased>;
}

/** Begins erasures, a few in a transaction. Returns those that were not canceled and are not done. */
async function begin(dependencies: ErasingDependencies, ids: readonly number[], again: boolean): Promise<{ people: Erased[]; step: number }> {
  const { backgroundDb: db, t } = dependencies;
  const firstName = t('erasure.formerMember');
  const erasures: ErasureRow[] = [];
  for (let at = 0; at < ids.length; at += BEGUN_AT_ONCE)
    erasures.push(...(await beginSome(dependencies, ids.slice(at, at + BEGUN_AT_ONCE), { firstName, again })));
  const found = await listAccountTraces(
    db,
    erasures.map((erasure) => erasure.account_id as number),
  );
  const traces = new Map(found.map((account) => [account.id, account]));
  const people = erasures.map((erasure): Erased => {
    const account = traces.get(erasure.account_id as number)!;
    return {
      erasureId: erasure.id,
      from: account.id,
      to: erasure.new_account_id as number,
      traces: {
        firstName: account.first_name.trim(),
        lastName: account.last_name.trim(),
        fullName: `${account.first_name} ${account.last_name}`.trim(),
        email: account.email,
        outsideIds: account.outside_ids,
      },
      called: { firstName, number: erasure.number },
    };
  });
  return { people, step: Math.min(...erasures.map(({ step }) => step)) };
}

/** Creates the accounts that take the places of people. */
function beginSome(
  { backgroundDb: db, storage }: ErasingDependencies,
  ids: readonly number[],
  { firstName, again }: { firstName: string; again: boolean },
): Promise<ErasureRow[]> {
  return inTransaction(db, async (tx) => {
    await lockErasures(tx, ids);
    const open = (await findErasures(tx, ids)).filter(({ state }) => state === 'waiting' || state === 'erasing');
    if (!again)
      await requireNotHeld(
        tx,
        open.map((erasure) => erasure.account_id as number),
      );
    const waiting = open.filter(({ state }) => state === 'waiting');
    const keys = await dropCopies(
      tx,
      waiting.map((erasure) => erasure.account_id as number),
    );
    afterCommit(tx, () => keys.forEach((key) => void storage.remove(key).catch(() => undefined)));
    const to = await insertUnnamed(
      tx,
      firstName,
      waiting.map((erasure) => ({ id: erasure.account_id as number, number: erasure.number })),
    );
    await beginErasing(
      tx,
      waiting.map(({ id }) => id),
      to,
    );
    return (await findErasures(tx, ids)).filter(({ state }) => state === 'erasing');
  });
}

const numberedOf = (people: Iterable<Erased>) => {
  const all = [...people];
  return { from: all.map(({ from }) => from), to: all.map(({ to }) => to) };
};
const WHAT = { empty: 'emptied', emptyWritten: 'emptied', delete: 'deleted', number: 'numbered' } as const;

/** Changes all rows of a table that name people of the group. */
async function changeTable({ db, unlessHeld, schema, steps, people }: Group, step: RowStep): Promise<void> {
  const change = changeOf(schema, step, numberedOf(people.values()));
  for (;;) {
    const places = await listPlaces(db, change);
    for (let at = 0; at < places.length; at += SLICE)
      await unlessHeld(async (tx) => {
        await allowErasing(tx);
        const slices = await changeAt(tx, change, places.slice(at, at + SLICE));
        await addProgress(tx, progressOf(people, step, slices));
        if (step.kind !== 'number' || !TOGETHER.includes(step.table)) return;
        const concerned = numberedOf(slices.map(({ person }) => people.get(person)!));
        for (const other of steps)
          if (other.kind === 'number' && other !== step && TOGETHER.includes(other.table)) {
            const also = changeOf(schema, other, concerned);
            await addProgress(tx, progressOf(people, other, await changeAt(tx, also, await listPlaces(tx, also))));
          }
      });
    if (places.length === 0) return;
  }
}

const progressOf = (people: Group['people'], { table, kind }: RowStep, slices: readonly { person: number; rows: number; content: string }[]) => ({
  table,
  what: WHAT[kind],
  done: slices.map(({ person, rows, content }) => ({ erasureId: people.get(person)!.erasureId, rows, content: kind === 'number' ? '' : content })),
});

/** Yields the first of each some pages of a table, part by part, as long as it grows. */
async function* eachPage(db: Group['db'], table: string): AsyncGenerator<{ part: string; page: number }> {
  for (const part of await listParts(db, table)) for (let page = 0; page < (await countPages(db, part)); page += PAGES_AT_ONCE) yield { part, page };
}

/** Removes people from rows of a table that may repeat names, addresses or ids. */
async function scrubTable(group: Group, step: Extract<EraseStep, { kind: 'scrub' }>): Promise<void> {
  const { db, unlessHeld, schema, people, sought } = group;
  const from = [...people.keys()];
  let isWhole = true;
  do {
    const parts = await listParts(db, step.table);
    isWhole = true;
    for await (const { part, page } of eachPage(db, step.table)) {
      const rows = await listMentioning(db, schema, step, { from, pattern: sought.pattern, part, page });
      const clean = rows.flatMap(({ place, values, about }) => cleanRow(group, step.table, { place, values, about }));
      for (let at = 0; at < clean.length; at += SLICE) {
        const slice = clean.slice(at, at + SLICE);
        await unlessHeld(async (tx) => {
          await allowErasing(tx);
          const saved = new Set(await saveScrubbed(tx, schema, step, part, slice));
          if (saved.size < slice.length) isWhole = false; // somebody has changed a row since it was read
          const concerned = Map.groupBy(
            slice.filter(({ place }) => saved.has(place)).flatMap((row) => row.concerned),
            ({ erasureId }) => erasureId,
          );
          const done = [...concerned].map(([erasureId, { length }]) => ({ erasureId, rows: length, content: '' }));
          await addProgress(tx, { table: step.table, what: 'scrubbed', done });
        });
      }
    }
    // a year that was made in the meantime may have taken rows of another part
    if (`${await listParts(db, step.table)}` !== `${parts}`) isWhole = false;
  } while (!isWhole);
}

/** Returns the changed columns of a row, and whom it named; nothing for a row in which nobody stands. */
function cleanRow(
  { schema, people, sought }: Group,
  table: string,
  { place, values, about }: { place: string; values: Record<string, unknown>; about: number | null },
): { place: string; values: Record<string, unknown>; concerned: Erased[] }[] {
  const subject = about === null ? undefined : people.get(about);
  const concerned = new Set<Erased>();
  const clean = Object.entries(values).flatMap(([column, value]): [string, unknown][] => {
    let without = value;
    const change = (to: unknown, person: Erased): void => {
      if (to === without) return;
      without = to;
      concerned.add(person);
    };
    if (subject) change(emptyTexts(without, subject), subject);
    for (const person of sought.listIn(typeof value === 'string' ? value : JSON.stringify(value))) change(scrub(without, person), person);
    const isBytes = schema.get(table)!.columns.get(column)!.type === 'bytea';
    return without === value ? [] : [[column, isBytes ? null : without]];
  });
  return clean.length === 0 ? [] : [{ place, values: Object.fromEntries(clean), concerned: [...concerned] }];
}

/** Deletes the pictures and files of people. */
async function eraseFiles({ storage, listFileUses }: ErasingDependencies, { db, unlessHeld, people }: Group): Promise<void> {
  await unlessHeld((tx) => removePictures(tx, [...people.keys()]));
  for (const owner of await listFileOwners(db, [...people.keys()])) {
    const person = people.get(owner)!;
    let isDone = false;
    while (!isDone)
      await unlessHeld(async (tx) => {
        const { deleted, numbered } = await eraseFilesOf(tx, { storage, uses: listFileUses() }, person);
        for (const [what, rows] of [
          ['deleted', deleted],
          ['numbered', numbered],
        ] as const)
          if (rows > 0) await addProgress(tx, { table: 'files', what, done: [{ erasureId: person.erasureId, rows, content: '' }] });
        isDone = deleted + numbered === 0;
      });
  }
}

/** Returns the rows of others in whose free text full names stand, by person: nobody can tell for sure whom they mean. */
async function listNaming(
  { db, schema, sought }: Group,
  declared: ReadonlyMap<string, Declaration>,
): Promise<ReadonlyMap<Erased, { table: string; id: number }[]>> {
  const named = new Map<Erased, { table: string; id: number }[]>();
  const pattern = sought.namePattern;
  if (pattern === null) return named;
  for (const [table, declaration] of declared) {
    if (
      isAboutNobody(declaration) ||
      declaration.class === 'log' ||
      declaration.class === 'secret' ||
      schema.get(table)!.columns.get('id')?.type !== 'bigint' ||
      table === 'accounts'
    )
      continue;
    const columns = [...(declaration.blank ?? []), ...(declaration.words ?? [])];
    if (columns.length === 0) continue;
    for await (const { part, page } of eachPage(db, table))
      for (const { id, text } of await listNamingRows(db, { table: part, columns, pattern, page }))
        for (const person of sought.listNamedIn(text)) {
          const rows = named.get(person) ?? [];
          if (rows.length < MOST_NAMED) rows.push({ table, id });
          named.set(person, rows);
        }
  }
  return named;
}

/** Finishes the receipts of people, and deletes their accounts. */
async function finish(unlessHeld: Group['unlessHeld'], people: readonly Erased[], named: ReadonlyMap<Erased, { table: string; id: number }[]>): Promise<void> {
  const ids = people.map(({ from }) => from);
  await unlessHeld(async (tx) => {
    for (const person of people) {
      const rows = named.get(person);
      if (rows) await setNamedIn(tx, person.erasureId, rows);
    }
    await finishErasures(
      tx,
      people.map(({ erasureId, from, to }) => ({ id: erasureId, from, to })),
    );
    await eraseAccounts(tx, ids);
    await forgetAccess(tx, ids);
  });
}

/**
 * Erases people again who stand in a restored backup from before their erasure, before anybody can sign in. Does nothing
 * for an installation in which nobody of the list stands.
 */
export async function eraseAgain(dependencies: ErasingDependencies): Promise<void> {
  const { backgroundDb: db, dataDir } = dependencies;
  const erased = readErasureList(dataDir);
  if (erased.length === 0) return;
  const again: number[] = [];
  for (const { accountId, number } of findErasedAgain(await listAccountIds(db), erased))
    again.push(await inTransaction(db, (tx) => askToEraseAgain(tx, accountId, number)));
  for (let at = 0; at < again.length; at += ERASED_AT_ONCE) await runErasures(dependencies, again.slice(at, at + ERASED_AT_ONCE), { again: true });
}
