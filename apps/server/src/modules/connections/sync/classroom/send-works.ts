import { keepWorkExternal, listOutsideWorks, type OutsideWork } from '../../../class/classwork/index.ts';
import type { Link } from '../../../class/sources/index.ts';
import { listOpenFields, type OpenFields } from '../conflicts/queries.ts';
import { findOutsideClass } from '../../../class/classes/index.ts';
import { beginIntent, deleteIntents, type Intent, refuseIntent } from '../runs/intent-queries.ts';
import { courseIdHere, courseIdThere, keepLinks, linksOf, type Outgoing, pageOfWork, type SendStep, type UnitContext } from './context.ts';
import { listAssigned, listLinkMaterials } from './hanging-queries.ts';
import { listMakeable } from './makeable.ts';
import { loadPlaces, type Places } from './places.ts';
import { assigneesOf, readPage, readWork } from './resources.ts';
import { ListLagging } from './list-lagging.ts';
import { deletionOf, patchOf } from './send.ts';
import { assigneesPatch } from './send-assignees.ts';
import { directionsOf, MASK_OF, oursOfWork, theirsOfWork, toBody, WORK_FIELDS, type WorkField } from './work-shape.ts';

type Kind = 'work' | 'material';
const kindOf = ({ work_type }: Pick<OutsideWork, 'work_type'>): Kind => (work_type === 'MATERIAL' ? 'material' : 'work');
const pathOf = (context: UnitContext, kind: Kind): string => `/v1/courses/${courseIdThere(context)}/${kind === 'work' ? 'courseWork' : 'courseWorkMaterials'}`;
/** The maximum number of links: Google accepts 20 attachments, and the first one leads to the page here. */
const MOST_LINKS = 19;

interface Ground {
  zone: string;
  places: Places;
  materials: Map<number, { kind: string; title: string; url: string }[]>;
  assigned: Map<number, number[]>;
}

/** Sends work that was created, changed or archived here. Work that was made in Google Classroom is never sent. */
export const sendWorks: SendStep = {
  kind: 'send',
  name: 'send-works',
  async list(db, context): Promise<Outgoing[]> {
    const courseId = courseIdHere(context);
    const course = courseId === null ? null : await findOutsideClass(db, courseId);
    if (courseId === null || !course || course.course_state !== 'ACTIVE') return [];
    const works = await listOutsideWorks(db, courseId);
    const links = new Map([...(await linksOf(db, context, 'work')), ...(await linksOf(db, context, 'material'))].map((link) => [link.local_id, link]));
    const places = await loadPlaces(db, context);
    const fresh = works.filter((work) => !work.is_archived && !links.has(work.id) && work.external.origin !== 'external');
    const makeable = [
      ...(await listMakeable(
        db,
        context,
        'work',
        fresh.filter((work) => kindOf(work) === 'work'),
      )),
      ...(await listMakeable(
        db,
        context,
        'material',
        fresh.filter((work) => kindOf(work) === 'material'),
      )),
    ];
    const ids = makeable.map(({ thing }) => thing.id);
    const ours = works.filter(({ id, assignee_mode }) => links.get(id)?.is_ours && assignee_mode === 'INDIVIDUAL_STUDENTS').map(({ id }) => id);
    const materials = new Map<number, { kind: string; title: string; url: string }[]>();
    for (const { course_work_id, is_file, ...material } of await listLinkMaterials(db, ids))
      if (!is_file) materials.set(course_work_id, [...(materials.get(course_work_id) ?? []), material]);
    const ground: Ground = { zone: course.time_zone, places, materials, assigned: await listAssigned(db, [...ids, ...ours]) };
    const open = await listOpenFields(db, context.source.id, courseId);
    return [
      ...makeable.flatMap(({ thing, intent }) => toMake(context, thing, intent, ground) ?? []),
      ...works.flatMap((work) => {
        const link = links.get(work.id);
        if (!link?.is_ours || link.state !== 'linked') return [];
        if (work.is_archived) {
          const kind = kindOf(work);
          const path = `${pathOf(context, kind)}/${encodeURIComponent(link.external_id)}`;
          return [deletionOf(context, link, { kind, subject: work.title, localId: work.id, path })];
        }
        const path = `${pathOf(context, 'work')}/${encodeURIComponent(link.external_id)}`;
        const accounts = ground.assigned.get(work.id) ?? [];
        const isFor = kindOf(work) === 'work' ? assigneesPatch(context, { work, link, accounts, places, path }) : null;
        return [toPatch(context, work, link, { ground, open: open.get(link.id) }), isFor].filter((one) => one !== null);
      }),
    ];
  },
};

function toPatch(context: UnitContext, work: OutsideWork, link: Link, { ground, open }: { ground: Ground; open: OpenFields | undefined }): Outgoing | null {
  const kind = kindOf(work);
  const directions = directionsOf(work, link.is_ours);
  const fields = WORK_FIELDS.filter((field) => directions[field] !== 'in' && !(kind === 'material' && (field === 'due' || field === 'points')));
  return patchOf(
    context,
    link,
    {
      ...{ kind, subject: work.title, localId: work.id, ours: oursOfWork(work, ground.places.topicThere), oursAt: work.updated_at, fields },
      path: `${pathOf(context, kind)}/${encodeURIComponent(link.external_id)}`,
      toBody: (values) => toBody(values, ground.zone),
      maskOf: (field) => MASK_OF[field as WorkField],
      read(answer) {
        const there = readWork(answer, kind === 'material');
        return there && { fields: theirsOfWork(there, ground.zone), updateTime: there.updateTime };
      },
      problemOf: (field, value) => (field === 'points' && typeof value === 'number' && !Number.isInteger(value) ? 'sync.reason.fraction' : null),
    },
    open,
  );
}

function toMake(context: UnitContext, work: OutsideWork, intent: Intent | null, ground: Ground): Outgoing | null {
  const kind = kindOf(work);
  const ours = oursOfWork(work, ground.places.topicThere);
  const told = { kind, localId: work.id, subject: work.title };
  const page = pageOfWork(context, work.id);
  const named = ground.places.assigneesToSend(work, ground.assigned.get(work.id) ?? []);
  if (named?.length === 0) return null; // nobody it is for is there yet
  const { points, ...sendable } = ours;
  const isWhole = typeof points !== 'number' || Number.isInteger(points);
  const body = {
    ...toBody({ ...sendable, ...(isWhole && points !== null && kind === 'work' ? { points } : {}) }, ground.zone),
    ...(kind === 'work' ? { workType: work.work_type, submissionModificationMode: work.submission_modification_mode } : {}),
    ...(work.work_type === 'MULTIPLE_CHOICE_QUESTION' ? { multipleChoiceQuestion: { choices: work.choices } } : {}),
    ...(work.topic_id === null || ours['topic'] === null ? { topicId: undefined } : {}),
    assigneeMode: work.assignee_mode,
    ...(named ? { individualStudentsOptions: { studentIds: named } } : {}),
    materials: [
      { link: { url: page } },
      ...(work.assessment_id === null ? (ground.materials.get(work.id) ?? []) : []).slice(0, MOST_LINKS).map(({ url }) => ({ link: { url } })),
    ],
  };
  return {
    begin: (tx) => beginIntent(tx, { sourceId: context.source.id, classLinkId: context.link.id, kind, localId: work.id }, intent),
    async send(ask) {
      if (intent && intent.refused_at === null) {
        const found = await lookFor(ask, context, kind, page);
        if (found) return found;
        if (!intent.is_settled) throw new ListLagging('a call whose answer was lost');
      }
      return ask({ method: 'POST', path: pathOf(context, kind), body });
    },
    async settle(tx, answer) {
      const made = readWork(answer, kind === 'material');
      if (!made) return;
      const base = { ...ours, ...(isWhole ? {} : { points: null }), assignees: assigneesOf({ studentIds: named }) };
      const refused = isWhole ? {} : { refused: { points } };
      const facts = { updateTime: made.updateTime, alternateLink: made.alternateLink, state: made.state, ...refused };
      await keepLinks(tx, context, [{ kind, externalId: made.id, localId: work.id, base, facts, isOurs: true }]);
      await keepWorkExternal(tx, [work.id], { origin: 'external', isForeign: false, alternateLink: made.alternateLink });
      await deleteIntents(tx, context.source.id, kind, [work.id]);
      context.recorder.sent({ ...told, after: work.title }, 'made');
      if (!isWhole) context.recorder.refused({ ...told, field: 'points', after: points }, 'there', 'sync.reason.fraction');
    },
    async refuse(tx, { words }) {
      await refuseIntent(tx, context.source.id, kind, work.id);
      context.recorder.refused(told, 'there', 'sync.reason.googleSaid', { message: words }, 'made');
    },
    plan: () => context.recorder.sent({ ...told, after: work.title }, 'made'),
  };
}

/** Finds the newest work at Google that links to a page here. */
async function lookFor(ask: Parameters<Outgoing['send']>[0], context: UnitContext, kind: Kind, page: string): Promise<unknown> {
  const isMaterial = kind === 'material';
  const states = isMaterial ? 'courseWorkMaterialStates' : 'courseWorkStates';
  const query = { pageSize: 100, orderBy: 'updateTime desc', [states]: ['PUBLISHED', 'DRAFT'] };
  const list = readPage(await ask({ method: 'GET', path: pathOf(context, kind), query }), isMaterial ? 'courseWorkMaterial' : 'courseWork');
  return list.items.find((item) => readWork(item, isMaterial)?.materials.some(({ url }) => url === page));
}
