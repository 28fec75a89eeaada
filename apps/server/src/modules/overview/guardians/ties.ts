import { asMessage, EMAIL, guardianAdd, guardianEnd, guardianList } from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import { appError, fieldError } from '../../../platform/errors.ts';
import { can, implement, type Implementation } from '../../../platform/http/index.ts';
import { isWithin } from '../../../platform/reach.ts';
import { createAccount, makeLink, toEmailKey } from '../../people/accounts/index.ts';
import { announceChildren } from './announce.ts';
import { requireStudent } from './children.ts';
import type { GuardiansDependencies } from './dependencies.ts';
import { endTie, findByEmail, findStudent, insertTie, listOpenCodes, listTies, lockTie } from './queries.ts';

/** Implements seeing, adding and ending the guardians of a student. */
export function implementTies({ t, realtime }: Pick<GuardiansDependencies, 't' | 'realtime'>): Implementation[] {
  return [
    implement(guardianList, async ({ tx, actor, input }) => {
      const isOwn = input.account_id === undefined || input.account_id === actor.accountId;
      if (isOwn && !(await findStudent(tx, actor.accountId))) return { is_student: false, ties: [], codes: [], time_zone: 'UTC' };
      const child = await requireStudent(tx, actor, input.account_id, 'view');
      const [ties, codes] = await Promise.all([listTies(tx, child.id), listOpenCodes(tx, child.id)]);
      return {
        is_student: true,
        ties: ties.map(({ email, since, ...tie }) => ({ ...tie, email: isOwn ? null : email, since: since.toISOString() })),
        codes: codes.map(({ id, relation, expires_at }) => ({ id, relation, expires_at: expires_at.toISOString() })),
        time_zone: child.time_zone,
      };
    }),
    implement(guardianAdd, async ({ tx, actor, input, site, requestId }) => {
      const child = await requireStudent(tx, actor, input.account_id, 'create');
      if (child.id === actor.accountId) throw appError('NOT_FOUND');
      const known = await findByEmail(tx, toEmailKey(input.email));
      if (known && !(known.is_guardian && isWithin(actor.reach, known.school_id))) throw fieldError('email', 'guardian.emailOther');
      let guardian = known;
      let url: string | null = null;
      if (!guardian) {
        const { first_name: firstName, last_name: lastName, email } = input;
        if (!EMAIL.test(email)) throw fieldError('email', 'validation.email');
        if (firstName === '') throw fieldError('first_name', 'validation.required', { label: asMessage('account.field.firstName') });
        if (lastName === '') throw fieldError('last_name', 'validation.required', { label: asMessage('account.field.lastName') });
        const id = await createAccount(tx, {
          ...{ schoolId: child.school_id, accountType: 'Guardian', roleKey: 'guardian' },
          ...{ firstName, lastName, email, passwordHash: null },
        });
        guardian = { id, school_id: child.school_id, name: `${firstName} ${lastName}`, is_guardian: true };
        ({ url } = await makeLink(tx, id, site.origin));
      }
      await insertTie(tx, { childId: child.id, guardianId: guardian.id, relation: input.relation, tiedBy: actor.accountId });
      announceChildren(tx, realtime, [guardian.id]);
      const after = { guardian: guardian.id, relation: input.relation };
      await audit(tx, actor, { action: guardianAdd.name, subjectType: 'account', subjectId: child.id, after, requestId });
      return { url, message: t('guardian.added', { guardian: guardian.name, child: child.name }) };
    }),
    implement(guardianEnd, async ({ tx, actor, input, requestId }) => {
      const tie = can(actor, 'guardians', 'delete') ? await lockTie(tx, input.id) : null;
      if (!tie) throw appError('NOT_FOUND');
      const child = await requireStudent(tx, actor, tie.child_id, 'delete');
      await endTie(tx, tie.id);
      announceChildren(tx, realtime, [tie.guardian_id]);
      await audit(tx, actor, { action: guardianEnd.name, subjectType: 'account', subjectId: child.id, before: { guardian: tie.guardian_id }, requestId });
      return { message: t('guardian.ended', { child: child.name }) };
    }),
  ];
}
