import {
  ErasedClass,
  ERASURE_DAYS,
  erasureCreate,
  erasureList,
  erasurePreview,
  erasureCancel,
  type ErasureView,
  type MessageKey,
  type Translate,
} from '@classwright/contract';
import { audit } from '../../../../platform/audit/index.ts';
import { afterCommit, type Db, type Tx } from '../../../../platform/database/index.ts';
import { createDateWriter } from '../../../../platform/dates.ts';
import { appError } from '../../../../platform/errors.ts';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import { countRowsAbout } from '../../../../platform/personal-data/erase-queries.ts';
import { findOpenHold, lockHolds } from '../../../../platform/personal-data/holds-queries.ts';
import { isAboutNobody, isAboutPerson } from '../../../../platform/personal-data/index.ts';
import { isWithin } from '../../../../platform/reach.ts';
import { guardAccess } from '../../../people/access/index.ts';
import { activateAccount, deactivateAccount, lockReachableAccount } from '../../../people/accounts/index.ts';
import { findCopiedPerson } from '../queries.ts';
import { makeNumber } from './number.ts';
import {
  type ErasureRow,
  findErasure,
  findOpenErasure,
  insertErasure,
  isActive,
  isInLesson,
  listErasures,
  listOwnedClasses,
  lockErasures,
  cancelErasure,
} from './queries.ts';
import type { ErasingDependencies } from './run.ts';

export interface ErasureDependencies extends Pick<ErasingDependencies, 'sources'> {
  t: Translate<MessageKey>;
  language: { locale: string };
  /** Closes the sockets of a sign-in that has ended. */
  onTokenEnded: (tokenId: number) => void;
}

/** Implements asking for an erasure, canceling it, and its receipts. */
export function implementErasures({ t, language, sources, onTokenEnded }: ErasureDependencies): Implementation[] {
  const dayOf = async (db: Db, row: ErasureRow): Promise<string> => {
    const person = row.account_id === null ? null : await findCopiedPerson(db, row.account_id);
    return createDateWriter('day', person?.time_zone ?? 'UTC', language.locale)(row.due_at);
  };
  return [
    implement(erasurePreview, async ({ tx, actor, input }) => {
      await lockReachableAccount(tx as never, actor, input.account_id, { toSave: false });
      const { declared, schema } = sources();
      const sums = new Map<ErasedClass['class'], ErasedClass>();
      for (const [table, declaration] of declared) {
        if (!isAboutPerson(declaration)) continue;
        const count = await countRowsAbout(tx, schema, table, declaration, input.account_id);
        if (count === 0) continue;
        const sum = sums.get(declaration.class) ?? { class: declaration.class, deleted: 0, unnamed: 0 };
        sums.set(declaration.class, {
          ...sum,
          [declaration.erase === 'delete' ? 'deleted' : 'unnamed']: sum[declaration.erase === 'delete' ? 'deleted' : 'unnamed'] + count,
        });
      }
      const open = await findOpenErasure(tx, input.account_id);
      return { classes: [...sums.values()], erasure: open && toView(open, declared), hold: await findOpenHold(tx, [input.account_id]) };
    }),
    implement(erasureCreate, async ({ tx, actor, input, requestId }) => {
      const accountId = input.account_id;
      await lockReachableAccount(tx, actor, accountId, { toSave: true });
      if (await findOpenErasure(tx, accountId)) throw appError('ERASURE_OPEN');
      await lockHolds(tx, { making: false });
      const hold = await findOpenHold(tx, [accountId]);
      if (hold) throw appError('HOLD', { reason: hold.reason, date: createDateWriter('day', 'UTC', language.locale)(new Date(`${hold.until}T00:00:00Z`)) });
      const classes = await listOwnedClasses(tx, accountId);
      if (classes.length > 0) throw appError('ERASURE_OWNS_CLASSES', { classes: classes.join(', ') });
      if (await isInLesson(tx, accountId)) throw appError('ERASURE_IN_LESSON');
      const wasActive = await isActive(tx, accountId);
      const ended = await guardAccess(tx, actor, () => deactivateAccount(tx, accountId));
      const id = await insertErasure(tx, { number: makeNumber(), accountId, askedBy: actor.accountId, wasActive, days: ERASURE_DAYS });
      await audit(tx, actor, { action: erasureCreate.name, subjectType: 'account', subjectId: accountId, after: { erasure: id }, requestId });
      afterCommit(tx, () => ended.forEach(onTokenEnded));
      const erasure = (await findErasure(tx, id)) as ErasureRow;
      return { erasure: toView(erasure, sources().declared), message: t('erasure.begun', { name: erasure.person ?? '', date: await dayOf(tx, erasure) }) };
    }),
    implement(erasureCancel, async ({ tx, actor, input, requestId }) => {
      await lockErasures(tx, [input.id]);
      const row = await findErasure(tx, input.id);
      if (!row || !isWithin(actor.reach, row.school_id)) throw appError('NOT_FOUND');
      if (row.state !== 'waiting' || row.account_id === null) throw appError('ERASURE_BEGUN');
      await lockReachableAccount(tx, actor, row.account_id, { toSave: true });
      await cancelErasure(tx, row.id);
      if (row.was_active) await activateAccount(tx, row.account_id);
      await audit(tx, actor, { action: erasureCancel.name, subjectType: 'account', subjectId: row.account_id, after: { erasure: row.id }, requestId });
      return { erasure: toView((await findErasure(tx, row.id)) as ErasureRow, sources().declared), message: t('erasure.canceled', { name: row.person ?? '' }) };
    }),
    implement(erasureList, async ({ tx, actor }) => {
      const { declared } = sources();
      return { erasures: (await listErasures(tx, actor.reach, 200)).map((row) => toView(row, declared)) };
    }),
  ];
}

/**
 * Asks for the erasure of a person who left so long ago that the term of their name has ended. Returns false while a
 * lesson of theirs runs, or when the erasure was asked for already.
 */
export async function askByTerm(tx: Tx, accountId: number): Promise<boolean> {
  if ((await findOpenErasure(tx, accountId)) || (await isInLesson(tx, accountId)) || (await isActive(tx, accountId))) return false;
  const id = await insertErasure(tx, { number: makeNumber(), accountId, askedBy: null, wasActive: false, days: ERASURE_DAYS });
  const erasure = await findErasure(tx, id);
  const server = { accountId: null, schoolId: erasure?.school_id ?? null };
  await audit(tx, server, { action: erasureCreate.name, subjectType: 'account', subjectId: accountId, after: { erasure: id }, requestId: `retention-${id}` });
  return true;
}

type Counts = ErasureView['counts'];
type Declared = ReturnType<ErasingDependencies['sources']>['declared'];

/** Adds the counts of tables up by class of data, in the order of the classes; what is about nobody comes last. */
function addUp(counts: Counts, declared: Declared): ErasureView['classes'] {
  const sums = new Map<ErasedClass['class'] | null, Counts[string]>();
  for (const [table, count] of Object.entries(counts)) {
    const declaration = declared.get(table);
    const of = declaration && !isAboutNobody(declaration) ? declaration.class : null;
    const sum = sums.get(of) ?? {};
    sums.set(of, { ...sum, ...Object.fromEntries(Object.entries(count).map(([what, rows]) => [what, (sum[what] ?? 0) + rows])) });
  }
  return [...ErasedClass.shape.class.options, null].flatMap((of) => (sums.has(of) ? [{ class: of, counts: sums.get(of) as Counts[string] }] : []));
}

function toView({ asked_by_name, asked_at, due_at, done_at, ...row }: ErasureRow, declared: Declared): ErasureView {
  return {
    id: row.id,
    number: row.number,
    account_id: row.account_id,
    person: row.person,
    asked_by: asked_by_name,
    asked_at: asked_at.toISOString(),
    due_at: due_at.toISOString(),
    state: row.state,
    done_at: done_at?.toISOString() ?? null,
    counts: row.counts as Counts,
    classes: addUp(row.counts as Counts, declared),
    named_in: row.named_in,
    receipt: row.receipt,
  };
}
