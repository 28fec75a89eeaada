import { syncSettings, syncStatus } from '@classwright/contract';
import { audit } from '../../../../platform/audit/index.ts';
import { appError } from '../../../../platform/errors.ts';
import { can, implement, type Implementation } from '../../../../platform/http/index.ts';
import { ensureClassroomSource, listSources, updateSource } from '../../../class/sources/index.ts';
import { findSchool, getSchool, isKeeper, listSchoolsToChoose } from '../access.ts';
import { countOpenConflicts } from '../conflicts/queries.ts';
import type { SyncDependencies } from '../dependencies.ts';
import { countUnmatched } from '../people/queries.ts';
import { arrivalInWords, findArrival, lacksNotifications } from '../push/arrival.ts';
import { countUndecided } from '../classroom/link-queries.ts';
import { makesClasses, scheduleOf } from './schedule-of.ts';
import { toConnectionView } from './connect.ts';
import { listConnections } from './queries.ts';
import { explain, missingOf, standingOf } from './standing.ts';

/** Implements the state of the sync for a person, and the time of the school's automatic runs. */
export function implementStatus({ t, classroom, hasDrivePicker }: SyncDependencies): Implementation[] {
  return [
    implement(syncStatus, async ({ tx, actor, input }) => {
      const schoolId = await findSchool(tx, actor, input.school_id);
      const [source = null] = schoolId === null ? [] : await listSources(tx, 'google_classroom', schoolId);
      const isStaff = can(actor, 'classroom-sync', 'run');
      const all = source ? await listConnections(tx, source.id, isStaff && !isKeeper(actor) ? actor.accountId : null) : [];
      const shown = isStaff ? all : [];
      const standing = standingOf(classroom !== null, all);
      const arrival =
        source && classroom && standing === 'ok' && isStaff ? await findArrival(tx, classroom.push, source, isKeeper(actor) ? null : actor.accountId) : null;
      const first = all.find(({ state }) => state === standing) ?? null;
      const hasToChoose = schoolId === null && classroom !== null && isKeeper(actor);
      return {
        standing,
        explanation: hasToChoose ? t('sync.problem.school') : explain(t, standing, { isStaff, missing: first ? missingOf(t, first) : '' }),
        school_id: schoolId,
        schools: await listSchoolsToChoose(tx, actor),
        can_connect: classroom !== null && isStaff && schoolId !== null,
        connections: shown.map((row) => toConnectionView(t, row, actor)),
        schedule: source ? scheduleOf(source) : null,
        makes_classes: source !== null && makesClasses(source),
        undecided_classes: source && isStaff ? await countUndecided(tx, source.id, isKeeper(actor) ? null : actor.accountId) : 0,
        arrival: arrival && arrivalInWords(t, arrival),
        can_hear_more: lacksNotifications(classroom?.push ?? null, all, actor.accountId),
        can_schedule: classroom !== null && isKeeper(actor) && schoolId !== null,
        open_conflicts: source && isStaff ? await countOpenConflicts(tx, source.id, isKeeper(actor) ? null : actor.accountId) : 0,
        unmatched_people: source && isStaff ? await countUnmatched(tx, source.id, isKeeper(actor) ? null : actor.accountId) : 0,
        has_drive_picker: hasDrivePicker,
      };
    }),
    implement(syncSettings, async ({ tx, actor, input, requestId }) => {
      if (!classroom) throw appError('SYNC_NOT_SET_UP');
      const schoolId = await getSchool(tx, actor, input.school_id);
      const source = await ensureClassroomSource(tx, schoolId);
      const makes = input.makes_classes ?? makesClasses(source);
      await updateSource(tx, source.id, { settings: { schedule: input.schedule, makesClasses: makes } });
      const record = {
        before: { name: scheduleOf(source), makes_classes: makesClasses(source) },
        after: { name: input.schedule, makes_classes: makes },
      };
      await audit(tx, { ...actor, schoolId }, { action: syncSettings.name, subjectType: 'school', subjectId: source.school_id, ...record, requestId });
      return { schedule: input.schedule, makes_classes: makes, message: t(`sync.schedule.${input.schedule}`) };
    }),
  ];
}
