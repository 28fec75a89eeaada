import { mergeFields, type SyncDirection, type SyncFields } from '@classwright/rules/sync/merge';
import type { Tx } from '../../../../platform/database/index.ts';
import { createClass, findOutsideClass, type OutsideClass, importClassFacts } from '../../../class/classes/index.ts';
import { endClass } from '../../../class/ends/index.ts';
import { claimPeople, listLinksOfLocal } from '../../../class/sources/index.ts';
import { listConnections } from '../connections/queries.ts';
import { matchPeople } from '../people/match.ts';
import { listActive } from '../people/queries.ts';
import { courseIdThere, saveClassLink, type Outgoing, type ReadStep, requireClass, type SendStep, type UnitContext } from './context.ts';
import { confirmListEnds, confirmMissing } from './ends.ts';
import { clean, type Course, cutText, readCourse } from './resources.ts';
import { outgoingPatch } from './send.ts';

/** The fields of a class that both sides may change; also Google's patch mask. */
const DIRECTIONS: Readonly<Record<string, SyncDirection>> = {
  name: 'both',
  section: 'both',
  room: 'both',
  heading: 'both',
  description: 'both',
  state: 'both',
};

/** Google's maximum length of each field. */
export const MAX_CLASS_LENGTHS = { name: 750, section: 2800, room: 650, heading: 3600, description: 30_000 } as const;

/**
 * Returns our fields. `base`: the agreed values; a text from Google that is longer than Google accepts is unchanged.
 */
function oursOf(course: OutsideClass, base: Readonly<Record<string, unknown>> = {}): SyncFields {
  const text = (field: keyof typeof MAX_CLASS_LENGTHS, value: string): string =>
    clean(value) === base[field] ? clean(value) : cutText(clean(value), MAX_CLASS_LENGTHS[field]);
  return {
    name: text('name', course.name),
    section: text('section', course.section),
    room: text('room', course.room),
    heading: text('heading', course.description_heading),
    description: text('description', course.description),
    state: course.course_state === 'ACTIVE' ? 'ACTIVE' : 'ARCHIVED',
  };
}

/** Returns the fields of a class at Google. */
export const theirsOfCourse = ({ name, section, room, heading, description, state }: Course): SyncFields => ({
  name,
  section,
  room,
  heading,
  description,
  state,
});

/** Returns the fields there; states other than active and archived change nothing here. */
const theirsOf = (course: Course, ours: SyncFields): SyncFields => ({
  ...theirsOfCourse(course),
  ...(course.state === 'ACTIVE' || course.state === 'ARCHIVED' ? {} : { state: ours['state'] ?? null }),
});

/** Returns facts known only from Google, as `courses.external` stores them. */
const externalOf = ({ id, alternateLink, enrollmentCode, ownerId, state, kept }: Course) => ({
  ...kept,
  courseId: id,
  alternateLink,
  enrollmentCode,
  ownerId,
  courseState: state,
});

export const COLUMN_OF = { name: 'name', section: 'section', room: 'room', heading: 'description_heading', description: 'description' } as const;

/** Creates the class here the first time, and merges it field by field from then on. */
export const classStep: ReadStep = {
  kind: 'read',
  name: 'class',
  async read(ask, context) {
    const isAgain = context.missed.class !== undefined;
    const course = isAgain ? readCourse(await ask({ method: 'GET', path: `/v1/courses/${courseIdThere(context)}` })) : context.course;
    return { items: course ? [course as unknown as Record<string, unknown>] : [], next: null };
  },
  async merge(tx, context, { items: [course] }) {
    if (course) await mergeCourse(tx, context, course as unknown as Course);
  },
};

async function mergeCourse(tx: Tx, context: UnitContext, course: Course): Promise<void> {
  await (context.link.local_id === null ? make(tx, context, course) : merge(tx, context, course));
}

async function make(tx: Tx, context: UnitContext, course: Course): Promise<void> {
  const choice = context.run.choices.find(({ external_id }) => external_id === course.id);
  if (choice?.choice === 'ignore' || (context.link.state === 'ignored' && !choice)) {
    return saveClassLink(tx, context, { state: 'ignored' });
  }
  if (choice?.choice === 'link' && choice.course_id !== undefined) return linkWith(tx, context, course, choice.course_id);
  if (course.state !== 'ACTIVE') {
    if (choice)
      context.recorder.refused({ linkId: context.link.id, kind: 'class', subject: course.name }, 'here', 'sync.reason.state', { state: course.state }, 'made');
    return;
  }
  const ownerId = await findOwner(tx, context, course);
  if (ownerId === null)
    return context.recorder.refused({ linkId: context.link.id, kind: 'class', subject: course.name }, 'here', 'sync.reason.noOwner', {}, 'made');
  const localId = await createClass(tx, {
    schoolId: context.source.school_id,
    ownerId,
    name: course.name,
    section: course.section,
    room: course.room,
    description: course.description,
  });
  const fields = course.heading === '' ? {} : { fields: { description_heading: course.heading } };
  await importClassFacts(tx, context.deps.telling.room, localId, { ...fields, external: externalOf(course) });
  const made = (await findOutsideClass(tx, localId)) as OutsideClass;
  await saveClassLink(tx, context, { localId, base: theirsOf(course, oursOf(made)), facts: { state: course.state } });
  await claimPeople(tx, context.link.id);
  context.recorder.made({ linkId: context.link.id, localId, kind: 'class', subject: course.name });
}

/**
 * Returns its owner at Google if that is a teacher of the school, otherwise the connected person; null if neither
 * belongs to the school.
 */
async function findOwner(tx: Tx, context: UnitContext, course: Course): Promise<number | null> {
  for (const accountId of [await findWanted(tx, context, course), context.connection.account_id]) {
    const account = (await listActive(tx, context.source.school_id, [accountId])).get(accountId);
    if (account && !account.is_student) return accountId;
  }
  return null;
}

async function findWanted(tx: Tx, context: UnitContext, { ownerId }: Course): Promise<number> {
  const { connection, deps, source } = context;
  if (ownerId === connection.subject || !deps.classroom) return connection.account_id;
  // the connection proves that this is the person, regardless of whose list first named the class
  const connected = (await listConnections(tx, source.id, null)).find(({ subject }) => subject === ownerId);
  if (connected) return connected.account_id;
  const people = await matchPeople(tx, { source, issuer: deps.classroom.issuer }, [{ userId: ownerId, name: '', given: '', family: '', email: '' }]);
  const owner = people.get(ownerId);
  return owner?.accountId && !owner.isStudent ? owner.accountId : connection.account_id;
}

/** Links the class at Google with one that exists here: every difference is a conflict, since they never agreed. */
async function linkWith(tx: Tx, context: UnitContext, course: Course, courseId: number): Promise<void> {
  const here = await findOutsideClass(tx, courseId, { held: true });
  const taken = (await listLinksOfLocal(tx, 'class', [courseId])).some(({ source_id }) => source_id === context.source.id);
  if (!here || here.is_deleted || here.school_id !== context.source.school_id || taken) {
    const told = { linkId: context.link.id, kind: 'class' as const, subject: course.name };
    return context.recorder.refused(told, 'here', 'sync.reason.linkTaken', {}, 'changed');
  }
  await saveClassLink(tx, context, { localId: courseId, facts: { state: course.state } });
  await claimPeople(tx, context.link.id);
  context.recorder.changed({ linkId: context.link.id, localId: courseId, kind: 'class', subject: here.name, field: 'link', after: course.name });
  await merge(tx, context, course);
}

async function merge(tx: Tx, context: UnitContext, course: Course): Promise<void> {
  const here = await requireClass(tx, context);
  const ours = oursOf(here, context.link.base);
  const theirs = theirsOf(course, ours);
  const { link, recorder } = context;
  const isOlder = typeof link.facts['updateTime'] === 'string' && course.updateTime !== null && course.updateTime < link.facts['updateTime'];
  if (isOlder) return; // an older list does not undo our own change
  const whole = mergeFields(link.base as SyncFields, ours, theirs, DIRECTIONS);
  // if the class is archived here and remains so, only its state is compared
  const isLeft = here.course_state !== 'ACTIVE' && whole.toOurs['state'] !== 'ACTIVE';
  const merged = isLeft ? mergeFields(link.base as SyncFields, ours, theirs, { state: 'both' }) : whole;
  if (!isLeft) recorder.looked([link.id]);
  const told = { linkId: link.id, localId: here.id, kind: 'class' as const, subject: here.name };
  recorder.conflicts(told, link, { merged, ours, theirs, oursAt: here.updated_at, theirsAt: course.updateTime });
  const taken = Object.entries(merged.toOurs);
  const fields = Object.fromEntries(taken.flatMap(([field, value]) => (field in COLUMN_OF ? [[COLUMN_OF[field as keyof typeof COLUMN_OF], value]] : [])));
  const state = merged.toOurs['state'];
  if (state === 'ARCHIVED') {
    confirmMissing(context, 'class', [link], true);
    await endClass(tx, await confirmListEnds(tx, context, 'class', { ending: 1, lists: [] }), context.deps.telling.room, here.id);
  }
  if (!isLeft)
    await importClassFacts(tx, context.deps.telling.room, here.id, { fields, ...(state === 'ACTIVE' ? { state } : {}), external: externalOf(course) });
  for (const [field, value] of taken) recorder.changed({ ...told, field, before: ours[field] ?? null, after: value });
  const base = { ...link.base, ...merged.base };
  const agreed = Object.keys(DIRECTIONS);
  const isNews = JSON.stringify(pick(base, agreed)) !== JSON.stringify(pick(link.base, agreed)) || link.facts['state'] !== course.state;
  if (isNews) await saveClassLink(tx, context, { base, facts: { state: course.state } });
}

const pick = (from: Record<string, unknown>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.filter((name) => name in from).map((name) => [name, from[name]]));

/** The names of our fields at Google. */
export const NAME_THERE: Readonly<Record<string, string>> = {
  name: 'name',
  section: 'section',
  room: 'room',
  heading: 'descriptionHeading',
  description: 'description',
  state: 'courseState',
};

/** Sends the fields of the class that changed only here. */
export const sendClass: SendStep = {
  kind: 'send',
  name: 'send-class',
  async list(db, context): Promise<Outgoing[]> {
    const courseId = context.link.local_id;
    const here = courseId === null ? null : await findOutsideClass(db, courseId);
    if (!here || here.is_deleted) return [];
    const patch = await outgoingPatch(db, context, context.link, {
      ...{
        kind: 'class',
        subject: here.name,
        localId: here.id,
        ours: oursOf(here, context.link.base),
        oursAt: here.updated_at,
        fields: Object.keys(DIRECTIONS),
      },
      path: `/v1/courses/${courseIdThere(context)}`,
      toBody: (fields) => Object.fromEntries(Object.entries(fields).map(([field, value]) => [NAME_THERE[field] as string, value])),
      maskOf: (field) => NAME_THERE[field] as string,
      read(answer) {
        const course = readCourse(answer);
        return course && { fields: theirsOf(course, context.link.base as SyncFields), updateTime: course.updateTime };
      },
    });
    return patch ? [patch] : [];
  },
};
