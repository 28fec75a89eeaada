import { guardianCodeCheck, guardianCodeCreate, guardianCodeEnd, guardianCodeRedeem, guardianCodeUse } from '@classwright/contract';
import { PASSWORD_LIMITS } from '@classwright/rules/password';
import { audit } from '../../../platform/audit/index.ts';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { requireSchoolOpen } from '../../../platform/suspensions-queries.ts';
import { hashOfCardCode, makeCardCode } from '../../people/accounts/index.ts';
import { requireStudent } from './children.ts';
import type { GuardiansDependencies } from './dependencies.ts';
import { type ChildRow, type CodeRow, endCode, findOpenCode, findStudent, insertCode, insertTie, listOpenCodes, lockCode, markCodeUsed } from './queries.ts';

/** The codes of a child that can wait at the same time: enough for a family, too few to be left lying around. */
const MOST_OPEN_CODES = 8;

/** Implements codes on paper: made by the office or the child, checked and used by a guardian. */
export function implementCodes({ db, t, sealer, signUp }: Pick<GuardiansDependencies, 'db' | 't' | 'sealer' | 'signUp'>, days: number): Implementation[] {
  const hashOf = (code: string): Buffer => hashOfCardCode(sealer, `guardian ${code}`);

  /** @throws GUARDIAN_CODE_REFUSED for a code that is unknown, used, ended or expired, SCHOOL_SUSPENDED */
  async function find(on: Db, code: string, { hold = false } = {}): Promise<{ code: CodeRow; child: ChildRow }> {
    const found = await findOpenCode(on, hashOf(code), { hold });
    const child = found ? await findStudent(on, found.child_id) : null;
    if (!found || !child) throw appError('GUARDIAN_CODE_REFUSED');
    if (child.school_id !== null) await requireSchoolOpen(on, child.school_id);
    return { code: found, child };
  }

  /** Uses a code up. It ties the guardian to the child of the code. */
  async function redeem(tx: Tx, typed: string, guardianId: number): Promise<{ child: ChildRow; relation: string }> {
    const { code, child } = await find(tx, typed, { hold: true });
    await markCodeUsed(tx, code.id);
    await insertTie(tx, { childId: child.id, guardianId, relation: code.relation, tiedBy: guardianId });
    return { child, relation: code.relation };
  }

  return [
    implement(guardianCodeCreate, async ({ tx, actor, input, site, requestId }) => {
      const child = await requireStudent(tx, actor, input.account_id, 'create');
      if ((await listOpenCodes(tx, child.id)).length >= MOST_OPEN_CODES) throw appError('MANY_GUARDIAN_CODES', { most: MOST_OPEN_CODES });
      const code = makeCardCode();
      const { relation } = input;
      const expiresAt = await insertCode(tx, { childId: child.id, relation, codeHash: hashOf(code), madeBy: actor.accountId, days });
      await audit(tx, actor, { action: guardianCodeCreate.name, subjectType: 'account', subjectId: child.id, after: { relation }, requestId });
      const { name, school, time_zone } = child;
      return { code, address: site.origin, child: name, school, relation, expires_at: expiresAt.toISOString(), time_zone };
    }),
    implement(guardianCodeEnd, async ({ tx, actor, input, requestId }) => {
      const code = await lockCode(tx, input.id);
      if (!code) throw appError('NOT_FOUND');
      const child = await requireStudent(tx, actor, code.child_id, 'delete');
      await endCode(tx, code.id);
      await audit(tx, actor, { action: guardianCodeEnd.name, subjectType: 'account', subjectId: child.id, before: { relation: code.relation }, requestId });
      return { message: t('guardian.codeEnded') };
    }),
    implement(guardianCodeCheck, async ({ input }) => {
      const { code, child } = await find(db, input.code);
      return { child: child.first_name, school: child.school, relation: code.relation, min_characters: PASSWORD_LIMITS.staffCharacters };
    }),
    implement(guardianCodeUse, async ({ input, address, site, userAgent, requestId }) => {
      const { child } = await find(db, input.code);
      const { first_name, last_name, email, password, device } = input;
      const person = { first_name, last_name, email, password, schoolId: child.school_id, schoolName: child.school };
      return signUp({ ...person, accountType: 'Guardian', roleKey: 'guardian' }, { device, address, site, userAgent, requestId }, async (tx, accountId) => {
        const { relation } = await redeem(tx, input.code, accountId);
        const made = {
          action: guardianCodeUse.name,
          subjectType: 'account',
          subjectId: child.id,
          after: { guardian: accountId, relation },
          requestId,
        } as const;
        await audit(tx, { accountId, schoolId: child.school_id }, made);
      });
    }),
    implement(guardianCodeRedeem, async ({ tx, actor, input, requestId }) => {
      const { child, relation } = await redeem(tx, input.code, actor.accountId);
      const after = { guardian: actor.accountId, relation };
      await audit(tx, actor, { action: guardianCodeRedeem.name, subjectType: 'account', subjectId: child.id, after, requestId });
      return { child_id: child.id, message: t('guardian.childAdded', { child: child.name }) };
    }),
  ];
}
