import { accountFactors, accountFactorsEnd, factorRules, factorRuleSave, type FactorRuleView } from '@classwright/contract';
import { audit } from '../../../../platform/audit/index.ts';
import type { Db, Tx } from '../../../../platform/database/index.ts';
import { appError } from '../../../../platform/errors.ts';
import { type Actor, implement, type Implementation } from '../../../../platform/http/index.ts';
import { isWithin } from '../../../../platform/reach.ts';
import { lockReachableAccount, requireAccount, requireNotMorePrivileged } from '../administration/access.ts';
import { signOutEverywhere } from '../administration/save.ts';
import { announceChange } from '../change-mail.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { fullName } from '../views.ts';
import { askEnd, countAdministrators, deleteFactors, findAskedEnd, hasFactor, isSchool, listRules, saveRule } from './queries.ts';

/** From this number of administrators on, two of them end somebody's factor. */
const MANY_ADMINISTRATORS = 3;

/** Ends the factors of people who have lost them, and sets by role who has to have one. */
export function implementFactorAdministration({ t, mail, onTokenEnded, adminsNeedFactor }: AccountsDependencies): Implementation[] {
  async function loadRules(db: Db, schoolId: number): Promise<FactorRuleView[]> {
    return (await listRules(db, schoolId)).map(({ role_key, level, ...row }) => ({
      ...row,
      level: level ?? (role_key === 'student' ? 'none' : 'offered'),
      is_fixed: adminsNeedFactor && role_key === 'admin',
    }));
  }
  const requireSchool = async (db: Db, actor: Actor, schoolId: number): Promise<void> => {
    if (!isWithin(actor.reach, schoolId) || !(await isSchool(db, schoolId))) throw appError('NOT_FOUND');
  };

  async function endFactors(tx: Tx, accountId: number): Promise<void> {
    await deleteFactors(tx, accountId);
    await announceChange(tx, mail, { accountId, what: 'factorEnd', tokenId: null });
    await signOutEverywhere(tx, accountId, 'signed_out', onTokenEnded); // a lost device may still be signed in
  }

  return [
    implement(accountFactors, async ({ tx, actor, input }) => {
      await lockReachableAccount(tx as unknown as Tx, actor, input.id, { toSave: false });
      const asked = await findAskedEnd(tx, input.id);
      return { has_factor: await hasFactor(tx, input.id), asked_by: asked?.name ?? null, asked_by_self: asked?.asked_by === actor.accountId };
    }),
    implement(accountFactorsEnd, async ({ tx, actor, input, requestId }) => {
      const account = await requireAccount(tx, actor, input.id);
      if (account.id === actor.accountId) throw appError('OWN_ACCOUNT');
      await requireNotMorePrivileged(tx, actor, account);
      if (!(await hasFactor(tx, account.id))) throw appError('NOT_FOUND');
      const asked = await findAskedEnd(tx, account.id);
      const needsSecond = (await countAdministrators(tx, account.school_id)) >= MANY_ADMINISTRATORS;
      const isEnded = !needsSecond || (asked !== null && asked.asked_by !== actor.accountId);
      if (isEnded) await endFactors(tx, account.id);
      else await askEnd(tx, account.id, actor.accountId);
      await audit(tx, actor, { action: accountFactorsEnd.name, subjectType: 'account', subjectId: account.id, after: { is_ended: isEnded }, requestId });
      return { is_ended: isEnded, message: t(isEnded ? 'factors.ended' : 'factors.endAsked', { name: fullName(account) }) };
    }),
    implement(factorRules, async ({ tx, actor, input }) => {
      await requireSchool(tx, actor, input.id);
      return { rules: await loadRules(tx, input.id) };
    }),
    implement(factorRuleSave, async ({ tx, actor, input, requestId }) => {
      await requireSchool(tx, actor, input.id);
      const before = (await loadRules(tx, input.id)).find(({ role_id }) => role_id === input.role_id);
      if (!before) throw appError('NOT_FOUND');
      const { level } = input;
      const rule = { level, required_from: level === 'required' ? (input.required_from ?? null) : null };
      await saveRule(tx, { schoolId: input.id, roleId: input.role_id, level, requiredFrom: rule.required_from });
      await audit(tx, actor, {
        action: factorRuleSave.name,
        subjectType: 'school',
        subjectId: input.id,
        before: { role: before.role_name, level: before.level, required_from: before.required_from },
        after: { role: before.role_name, ...rule },
        requestId,
      });
      return { rules: await loadRules(tx, input.id), message: t('factorRules.saved') };
    }),
  ];
}
