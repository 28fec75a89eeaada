import type { SyncFields } from '@classwright/rules/sync/merge';
import { inTransaction } from '../../../../platform/database/index.ts';
import { findOutsideClass } from '../../../class/classes/index.ts';
import { type Link, listLinks, saveLinks } from '../../../class/sources/index.ts';
import { maskOfAnnouncement, theirsOfAnnouncement, toAnnouncementBody } from '../classroom/announcement-step.ts';
import { NAME_THERE, theirsOfCourse } from '../classroom/class-step.ts';
import { readAnnouncement, readCourse, readPage, readSubmission, readTopic, readWork } from '../classroom/resources.ts';
import { MASK_OF, theirsOfWork, toBody, type WorkField } from '../classroom/work-shape.ts';
import { isUsable } from '../connections/scopes.ts';
import { listConnections } from '../connections/queries.ts';
import type { SyncDependencies } from '../dependencies.ts';
import type { GoogleCaller } from '../google/client.ts';
import { GoogleCallError } from '../google/google-call-error.ts';
import { chooseConnection } from './choose-connection.ts';
import type { ChangeRow, RunRow } from './queries.ts';
import { hasWorksThere, isLaterChanged } from './undo-queries.ts';
import { kept, type Verdict } from './undo-verdict.ts';

interface There {
  path: string;
  /** Returns its fields and the time of its last change; null if it is deleted. */
  read(answer: unknown): { fields: SyncFields; updateTime: string | null } | null;
  /** The call that resets one field; null if it cannot be reset. */
  patch: { mask: string; body: object } | null;
}

const ROOTS: Readonly<Partial<Record<ChangeRow['kind'], string>>> = {
  topic: 'topics',
  work: 'courseWork',
  material: 'courseWorkMaterials',
  announcement: 'announcements',
};

/**
 * Returns the address of something at Google, and how its fields are read and one of them is reset there. Null if
 * nothing of it can be reset.
 */
function addressOf({ kind, action, field, before }: ChangeRow, link: Link, course: { link: Link; zone: string }): There | null {
  const root = `/v1/courses/${encodeURIComponent(course.link.external_id)}`;
  const path = `${root}/${ROOTS[kind]}/${encodeURIComponent(link.external_id)}`;
  const isMade = action === 'made';
  switch (kind) {
    case 'class': {
      const mask = NAME_THERE[field];
      if (mask === undefined) return null;
      const read: There['read'] = (answer) => {
        const found = readCourse(answer);
        return found && { fields: theirsOfCourse(found), updateTime: found.updateTime };
      };
      return { path: root, read, patch: { mask, body: { [mask]: before } } };
    }
    case 'topic': {
      const read: There['read'] = (answer) => {
        const found = readTopic(answer);
        return found && { fields: { name: found.name }, updateTime: found.updateTime };
      };
      return { path, read, patch: isMade ? null : { mask: 'name', body: { name: before } } };
    }
    case 'work':
    case 'material': {
      if (!isMade && !(field in MASK_OF)) return null;
      const read: There['read'] = (answer) => {
        const found = readWork(answer, kind === 'material');
        return found && found.state !== 'DELETED' ? { fields: theirsOfWork(found, course.zone), updateTime: found.updateTime } : null;
      };
      return { path, read, patch: isMade ? null : { mask: MASK_OF[field as WorkField], body: toBody({ [field]: before }, course.zone) } };
    }
    case 'announcement': {
      const read: There['read'] = (answer) => {
        const found = readAnnouncement(answer);
        return found && found.state !== 'DELETED' ? { fields: theirsOfAnnouncement(found), updateTime: found.updateTime } : null;
      };
      return { path, read, patch: isMade ? null : { mask: maskOfAnnouncement(field), body: toAnnouncementBody({ [field]: before }) } };
    }
    case 'submission': {
      if (field === 'state') return null; // the student has seen the returned grade
      const read: There['read'] = (answer) => {
        const found = readSubmission(answer);
        return found && { fields: { draftGrade: found.draftGrade, assignedGrade: found.assignedGrade }, updateTime: found.updateTime };
      };
      const work = `${root}/courseWork/${encodeURIComponent(String(link.facts['workId'] ?? ''))}`;
      return { path: `${work}/studentSubmissions/${encodeURIComponent(link.external_id)}`, read, patch: { mask: field, body: { [field]: before } } };
    }
    default:
      return null;
  }
}

/**
 * Resets at Google what a run sent there, if Google still has our value; a thing created there is deleted, unless
 * somebody has changed it or handed anything in for it. It is not sent again automatically while it is unchanged here.
 */
export async function undoSent(deps: SyncDependencies, run: RunRow, change: ChangeRow): Promise<Verdict> {
  const { db, classroom } = deps;
  if (change.course_id === null || change.local_id === null || change.action === 'ended' || !classroom) return kept('sync.reason.notTakenBack');
  const kind = change.kind as Link['kind'];
  const [course] = await listLinks(db, { sourceId: run.source_id, kind: 'class', parentId: null, localIds: [change.course_id] });
  const [link] = !course
    ? []
    : kind === 'class'
      ? [course]
      : await listLinks(db, { sourceId: run.source_id, kind, parentId: course.id, localIds: [change.local_id] });
  const here = await findOutsideClass(db, change.course_id);
  if (!course || !link || !here) return kept('sync.reason.changedSince');
  const there = addressOf(change, link, { link: course, zone: here.time_zone });
  if (!there) return kept('sync.reason.notTakenBack');
  const connection = chooseConnection(course, (await listConnections(db, run.source_id, null)).filter(isUsable));
  if (!connection) return kept('sync.reason.noConnection');
  try {
    return await setBack(deps, run, { change, link, there, ask: classroom.client.through(connection) });
  } catch (error) {
    if (!(error instanceof GoogleCallError) || isPassing(error)) throw error;
    return kept('sync.reason.googleSaid', { message: error.message });
  }
}

const isPassing = ({ kind }: GoogleCallError): boolean => kind === 'transient' || kind === 'quota';

interface Sent {
  change: ChangeRow;
  link: Link;
  there: There;
  ask: GoogleCaller;
}

async function setBack({ db }: SyncDependencies, run: RunRow, sent: Sent): Promise<Verdict> {
  const { change, link, there, ask } = sent;
  const keep = (changes: { base?: object; facts?: object; state?: Link['state'] }) =>
    inTransaction(db, (tx) =>
      saveLinks(tx, run.source_id, [
        { kind: link.kind, parentId: link.parent_id, externalId: link.external_id, localId: link.local_id, state: link.state, ...changes },
      ]),
    );
  /**
   * Stores the new state before the call: a run that reads Google's value before it is known here would take it for a
   * person's change.
   */
  const tell = async (changes: Parameters<typeof keep>[0], call: () => Promise<unknown>): Promise<void> => {
    await keep(changes);
    try {
      await call();
    } catch (error) {
      if (error instanceof GoogleCallError && error.kind === 'missing') return;
      if (error instanceof GoogleCallError && !isPassing(error)) await keep({ base: link.base, facts: { refused: link.facts['refused'] ?? null } });
      throw error;
    }
  };
  const now = await readThere(sent);
  if (change.action === 'made') {
    if (now) {
      if (now.updateTime !== (link.facts['updateTime'] ?? null) || (await isLaterChanged(db, change))) return kept('sync.reason.changedSince');
      if (change.kind === 'topic' && (await hasWorksThere(db, { sourceId: run.source_id, topicId: link.local_id as number }))) return kept('sync.reason.inUse');
      if (change.kind === 'work' && (await isWorkedOnThere(sent))) return kept('sync.reason.inUse');
    }
    await tell({ state: 'gone' }, async () => now && ask({ method: 'DELETE', path: there.path }));
    return 'undone';
  }
  const { patch } = there;
  if (!now || !patch) return kept('sync.reason.changedSince');
  const [value, before, after] = [now.fields[change.field] ?? null, change.before ?? null, change.after ?? null];
  if (value !== after && value !== before) return kept('sync.reason.changedSince');
  const refused = { ...(link.facts['refused'] as object | undefined), [change.field]: after };
  const call = async () => value !== before && ask({ method: 'PATCH', path: there.path, query: { updateMask: patch.mask }, body: patch.body });
  await tell({ base: { [change.field]: before }, facts: { refused } }, call);
  return 'undone';
}

/** Returns the current state at Google; null if it was deleted. */
async function readThere({ there, ask }: Sent): Promise<ReturnType<There['read']>> {
  try {
    return there.read(await ask({ method: 'GET', path: there.path }));
  } catch (error) {
    if (error instanceof GoogleCallError && error.kind === 'missing') return null;
    throw error;
  }
}

/** Returns true when a student has content in it there: an answer, an attachment, a grade. */
async function isWorkedOnThere({ there, ask }: Sent): Promise<boolean> {
  let token: string | null = null;
  do {
    const query: Record<string, string | number> = { pageSize: 100, ...(token === null ? {} : { pageToken: token }) };
    const page = readPage(await ask({ method: 'GET', path: `${there.path}/studentSubmissions`, query }), 'studentSubmissions');
    for (const item of page.items) {
      const one = readSubmission(item);
      if (!one) continue;
      const { state, draftGrade, assignedGrade, shortAnswer, choice, links } = one;
      if (!['NEW', 'CREATED'].includes(state) || [draftGrade, assignedGrade, shortAnswer, choice].some((value) => value !== null) || links.length > 0)
        return true;
    }
    token = page.next;
  } while (token !== null);
  return false;
}
