import { consentGive, consentList, consentWithdraw, type ConsentView, type OptionalUse } from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import { lockConsents } from '../../../platform/consents-queries.ts';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { isGuardianOf } from '../../../platform/guardians-queries.ts';
import { type Actor, implement, type Implementation } from '../../../platform/http/index.ts';
import { findNoticeNumber } from '../notice/index.ts';
import { type ConsentsDependencies, listUsesHere } from './dependencies.ts';
import { findSchoolOf, insertConsents, listUses, type UseRow } from './queries.ts';
import { withdrawConsents } from './withdraw.ts';

/** The student of a consent, and the part in which the reader decides. */
interface Child {
  id: number;
  as: 'guardian' | 'student';
}

/** Implements seeing, giving and withdrawing consents: one’s own as a student, and those of one’s children as a guardian. */
export function implementOwn({ t, ...services }: ConsentsDependencies): Implementation[] {
  const usesHere = listUsesHere(services);
  return [
    implement(consentList, async ({ tx, actor, input }) => {
      const child = await requireChild(tx, actor, input.account_id);
      const [rows, school] = await Promise.all([listUses(tx, child.id), findSchoolOf(tx, child.id)]);
      const uses = rows.filter(({ use }) => usesHere.includes(use)).map((row) => toView(row, child, actor.accountId));
      return { uses, open: uses.filter(({ is_yours, is_allowed }) => is_yours && !is_allowed).length, time_zone: school?.time_zone ?? 'UTC' };
    }),
    implement(consentGive, async ({ tx, actor, input, requestId }) => {
      const child = await requireDecision(tx, actor, input);
      const school = await findSchoolOf(tx, child.id);
      if (!school) throw appError('NOT_FOUND');
      if (!child.row.is_allowed) {
        const noticeNumber = await findNoticeNumber(tx, school.id);
        await insertConsents(tx, { childIds: [child.id], use: input.use, way: child.as, givenBy: actor.accountId, noticeNumber });
        await audit(tx, actor, { action: consentGive.name, subjectType: 'account', subjectId: child.id, after: { use: input.use }, requestId });
      }
      return { message: t('consents.given') };
    }),
    implement(consentWithdraw, async ({ tx, actor, input, requestId }) => {
      const child = await requireDecision(tx, actor, input);
      const ended = await withdrawConsents(tx, [child.id], input.use, actor.accountId);
      if (ended.length > 0)
        await audit(tx, actor, { action: consentWithdraw.name, subjectType: 'account', subjectId: child.id, before: { use: input.use }, requestId });
      return { message: t('consents.withdrawn') };
    }),
  ];
}

/** Returns whose consents are meant: one’s own, or those of a child to whom one is tied now. @throws NOT_FOUND */
async function requireChild(db: Db, { accountId }: Actor, asked: number | undefined): Promise<Child> {
  if (asked === undefined || asked === accountId) return { id: accountId, as: 'student' };
  if (!(await isGuardianOf(db, accountId, asked))) throw appError('NOT_FOUND');
  return { id: asked, as: 'guardian' };
}

/** Locks the consents of the child who is meant. @throws NOT_FOUND, and CONSENT_OF_OTHERS where the school asks somebody else, or nobody */
async function requireDecision(
  tx: Tx,
  actor: Actor,
  { account_id, use }: { account_id?: number | undefined; use: OptionalUse },
): Promise<Child & { row: UseRow }> {
  const child = await requireChild(tx, actor, account_id);
  await lockConsents(tx, [child.id]);
  const row = (await listUses(tx, child.id)).find((one) => one.use === use);
  if (row?.asks !== child.as) throw appError('CONSENT_OF_OTHERS');
  return { ...child, row };
}

/** Builds the view. Guardians do not read the names of other guardians. */
function toView({ use, asks, is_allowed, way, given_by, by_name, given_at, notice_number }: UseRow, child: Child, readerId: number): ConsentView {
  const by = child.as === 'student' || given_by === readerId ? by_name : null;
  const given = way && given_at && notice_number !== null ? { way, by, at: given_at.toISOString(), notice_number } : null;
  return { use, asks, is_allowed, is_yours: asks === child.as, given };
}
