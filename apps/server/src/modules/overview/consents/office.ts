import { consentDemand, consentEnd, consentRecord, consentSchool, type ConsentAsks, type ConsentPerson, type OptionalUse } from '@classwright/contract';
import { audit, auditMany } from '../../../platform/audit/index.ts';
import { listDemands, lockConsents } from '../../../platform/consents-queries.ts';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { listGuardiansOf } from '../../../platform/guardians-queries.ts';
import { type Actor, implement, type Implementation } from '../../../platform/http/index.ts';
import { toPagination } from '../../../platform/lists.ts';
import { forgetDriveConnections } from '../../school/drive/index.ts';
import { findNoticeNumber } from '../notice/index.ts';
import { type ConsentsDependencies, listUsesHere } from './dependencies.ts';
import { countConsents, findSchool, insertConsents, listConsentPeople, listLackingOf, listNames, listStudents, lockDemands, saveDemand } from './queries.ts';
import { withdrawConsents } from './withdraw.ts';

/** Implements the work of the office: whom the school asks, who has not agreed, and consents on paper. */
export function implementOffice({ t, ...services }: ConsentsDependencies): Implementation[] {
  const usesHere = listUsesHere(services);
  return [
    implement(consentSchool, async ({ tx, actor, input }) => {
      const { use, given: isGiven, page, per_page } = input;
      const school = await requireSchool(tx, actor, input.school_id);
      const [demands, counts] = await Promise.all([listDemands(tx, school.id), countConsents(tx, school.id)]);
      const listed =
        use === undefined
          ? { people: [], total: 0 }
          : await listConsentPeople(tx, { schoolId: school.id, use, isGiven, search: input.search.trim(), page, per_page });
      return {
        school_id: school.id,
        uses: usesHere.map((one) => ({ use: one, asks: demands[one] ?? ('school' as const), ...(counts.get(one) ?? { given: 0, lacking: 0 }) })),
        people: await withGuardians(tx, listed.people),
        pagination: toPagination(input, listed.total),
      };
    }),
    implement(consentRecord, async ({ tx, actor, input: { use, account_ids }, requestId }) => {
      const students = await requireStudents(tx, actor, account_ids);
      const given: number[] = [];
      for (const [schoolId, ofSchool] of Map.groupBy(students, ({ school_id }) => school_id)) {
        const noticeNumber = await findNoticeNumber(tx, schoolId);
        const childIds = ofSchool.map(({ id }) => id);
        given.push(...(await insertConsents(tx, { childIds, use, way: 'paper', givenBy: actor.accountId, noticeNumber })));
      }
      await auditMany(tx, actor, { action: consentRecord.name, subjectType: 'account', after: { use }, requestId }, given);
      return { account_ids: given, message: t('consents.recorded', { count: given.length }) };
    }),
    implement(consentEnd, async ({ tx, actor, input: { use, account_ids }, requestId }) => {
      const students = await requireStudents(tx, actor, account_ids);
      const ended = await withdrawConsents(
        tx,
        students.map(({ id }) => id),
        use,
        actor.accountId,
      );
      await auditMany(tx, actor, { action: consentEnd.name, subjectType: 'account', after: { use }, requestId }, ended);
      return { account_ids: ended, message: t('consents.ended', { count: ended.length }) };
    }),
    implement(consentDemand, async ({ tx, actor, input, requestId }) => {
      const school = await requireSchool(tx, actor, input.school_id);
      await lockDemands(tx, school.id);
      const before = await listDemands(tx, school.id);
      const changed = (Object.entries(input.asks) as [OptionalUse, ConsentAsks][]).filter(([use, asks]) => (before[use] ?? 'school') !== asks);
      for (const [use, asks] of changed) await saveDemand(tx, school.id, use, asks);
      if (changed.some(([use]) => use === 'drive')) await forgetDriveConnections(tx, await listLackingOf(tx, school.id, 'drive'));
      if (changed.length > 0)
        await audit(tx, actor, {
          action: consentDemand.name,
          subjectType: 'school_settings',
          subjectId: school.id,
          before: { name: school.name, ...Object.fromEntries(changed.map(([use]) => [use, before[use] ?? 'school'])) },
          after: { name: school.name, ...Object.fromEntries(changed) },
          requestId,
        });
      return { message: t('consents.demandSaved') };
    }),
  ];
}

/** Returns the school that is meant: the named one, one’s own, or the first of one’s reach. @throws NOT_FOUND */
async function requireSchool(db: Db, actor: Actor, asked: number | undefined): Promise<{ id: number; name: string }> {
  const school = await findSchool(db, actor.reach, asked ?? actor.schoolId ?? undefined);
  if (!school) throw appError('NOT_FOUND');
  return school;
}

/** Returns the students who are meant, with their consents locked. @throws NOT_FOUND when one is out of reach or is no student */
async function requireStudents(tx: Tx, actor: Actor, accountIds: readonly number[]): Promise<{ id: number; school_id: number }[]> {
  const ids = [...new Set(accountIds)];
  const students = await listStudents(tx, actor.reach, ids);
  if (students.length < ids.length) throw appError('NOT_FOUND');
  await lockConsents(tx, ids);
  return students;
}

/** Adds the names of the guardians to students. */
async function withGuardians(db: Db, people: readonly Omit<ConsentPerson, 'guardians'>[]): Promise<ConsentPerson[]> {
  const ties = await listGuardiansOf(
    db,
    people.map(({ account_id }) => account_id),
  );
  const names = await listNames(
    db,
    ties.map(({ guardian_id }) => guardian_id),
  );
  const childrenOf = Map.groupBy(ties, ({ guardian_id }) => guardian_id);
  return people.map((person) => ({
    ...person,
    guardians: [...names].flatMap(([id, name]) => (childrenOf.get(id)?.some(({ child_id }) => child_id === person.account_id) ? [name] : [])),
  }));
}
