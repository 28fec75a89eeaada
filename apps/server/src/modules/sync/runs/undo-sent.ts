import type { SyncFields } from '@classwright/rules/sync/merge';
import { inTransaction } from '../../../platform/database/index.ts';
import { findOutsideClass } from '../../classes/index.ts';
import { type Link, listLinks, saveLinks } from '../../sources/index.ts';
import { NAME_THERE, theirsOfCourse } from '../classroom/class-step.ts';
import { readCourse, readSubmission, readTopic, readWork } from '../classroom/resources.ts';
import { MASK_OF, theirsOfWork, toBody, type WorkField } from '../classroom/work-shape.ts';
import { listConnections } from '../connections/queries.ts';
import type { SyncDependencies } from '../dependencies.ts';
import type { GoogleCaller } from '../google/client.ts';
import { GoogleTrouble } from '../google/trouble.ts';
import { chooseConnection } from './choose-connection.ts';
import type { ChangeRow, RunRow } from './queries.ts';

/** Whether a change was taken back. */
export type Verdict = 'undone' | 'kept';

interface There {
  path: string;
  read(answer: unknown): SyncFields;
  mask: string;
  body: object;
}

/** Where something is at Google, how its fields are read there, and how one of them is set back. Null: it cannot be. */
function addressOf({ kind, action, field, before }: ChangeRow, link: Link, course: { link: Link; zone: string }): There | null {
  const root = `/v1/courses/${encodeURIComponent(course.link.external_id)}`;
  const id = encodeURIComponent(link.external_id);
  if (kind === 'class') {
    const mask = NAME_THERE[field];
    const read = (answer: unknown): SyncFields => {
      const found = readCourse(answer);
      return found ? theirsOfCourse(found) : {};
    };
    return mask === undefined ? null : { path: root, read, mask, body: { [mask]: before } };
  }
  if (kind === 'topic')
    return { path: `${root}/topics/${id}`, read: (answer) => ({ name: readTopic(answer)?.name ?? null }), mask: 'name', body: { name: before } };
  if (kind === 'work' || kind === 'material') {
    if (action !== 'made' && !(field in MASK_OF)) return null;
    const read = (answer: unknown): SyncFields => {
      const work = readWork(answer, kind === 'material');
      return work ? theirsOfWork(work, course.zone) : {};
    };
    const path = `${root}/${kind === 'work' ? 'courseWork' : 'courseWorkMaterials'}/${id}`;
    return { path, read, mask: MASK_OF[field as WorkField], body: toBody({ [field]: before }, course.zone) };
  }
  if (kind !== 'submission' || field === 'state') return null;
  const read = (answer: unknown): SyncFields => {
    const submission = readSubmission(answer);
    return { draftGrade: submission?.draftGrade ?? null, assignedGrade: submission?.assignedGrade ?? null };
  };
  const path = `${root}/courseWork/${encodeURIComponent(String(link.facts['workId'] ?? ''))}/studentSubmissions/${id}`;
  return { path, read, mask: field, body: { [field]: before } };
}

/**
 * Sets back at Google what a run sent there, where Google still has our value; what was made there is deleted there. It is not
 * sent again by itself as long as it is here as it is.
 */
export async function undoSent(deps: SyncDependencies, run: RunRow, change: ChangeRow): Promise<Verdict> {
  const { db, classroom } = deps;
  if (change.course_id === null || change.local_id === null || change.action === 'ended' || !classroom) return 'kept';
  const kind = change.kind as Link['kind'];
  const [course] = await listLinks(db, { sourceId: run.source_id, kind: 'class', parentId: null, localIds: [change.course_id] });
  const [link] = !course
    ? []
    : kind === 'class'
      ? [course]
      : await listLinks(db, { sourceId: run.source_id, kind, parentId: course.id, localIds: [change.local_id] });
  const here = await findOutsideClass(db, change.course_id);
  const connection =
    course &&
    chooseConnection(
      course,
      (await listConnections(db, run.source_id, null)).filter(({ state }) => state === 'ok'),
    );
  const there = link && course && here ? addressOf(change, link, { link: course, zone: here.time_zone }) : null;
  if (!link || !connection || !there) return 'kept';
  try {
    return await setBack(deps, run, { change, link, there, ask: classroom.client.through(connection) });
  } catch (error) {
    if (error instanceof GoogleTrouble && error.kind !== 'transient') return 'kept';
    throw error;
  }
}

async function setBack(
  { db }: SyncDependencies,
  run: RunRow,
  { change, link, there, ask }: { change: ChangeRow; link: Link; there: There; ask: GoogleCaller },
): Promise<Verdict> {
  const keep = (changes: { base?: object; facts?: object; state?: Link['state'] }) =>
    inTransaction(db, (tx) =>
      saveLinks(tx, run.source_id, [
        { kind: link.kind, parentId: link.parent_id, externalId: link.external_id, localId: link.local_id, state: link.state, ...changes },
      ]),
    );
  if (change.action === 'made') {
    await ask({ method: 'DELETE', path: there.path });
    await keep({ state: 'gone' });
    return 'undone';
  }
  const now = there.read(await ask({ method: 'GET', path: there.path }))[change.field] ?? null;
  if (now !== (change.after ?? null) && now !== (change.before ?? null)) return 'kept';
  if (now !== (change.before ?? null)) await ask({ method: 'PATCH', path: there.path, query: { updateMask: there.mask }, body: there.body });
  const refused = { ...(link.facts['refused'] as object | undefined), [change.field]: change.after ?? null };
  await keep({ base: { [change.field]: change.before ?? null }, facts: { refused } });
  return 'undone';
}
