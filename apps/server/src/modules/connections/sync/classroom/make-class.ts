import { packMessage } from '@classwright/contract';
import { inTransaction, type Tx } from '../../../../platform/database/index.ts';
import { type JobKind, JobPostponed } from '../../../../platform/jobs/index.ts';
import { findOutsideClass } from '../../../class/classes/index.ts';
import { deleteLinks, listLinks, saveLinks } from '../../../class/sources/index.ts';
import { findConnection } from '../connections/queries.ts';
import type { SyncDependencies } from '../dependencies.ts';
import { QuotaWait } from '../google/quota.ts';
import { GoogleCallError } from '../google/google-call-error.ts';
import { sendPendingChanges } from '../runs/send-pending.ts';
import { MAX_CLASS_LENGTHS } from './class-step.ts';
import { cutText, readCourse } from './resources.ts';

const KIND = 'sync.make-class';
interface Making {
  link_id: number;
  connection_id: number;
}

export async function enqueueMaking(tx: Tx, { jobs }: Pick<SyncDependencies, 'jobs'>, making: Making): Promise<void> {
  await jobs.enqueue<Making>(tx, KIND, [making], { keyOf: ({ link_id }) => String(link_id) });
}

/**
 * Creates a class at Google exactly once: it is created under an alias of this project, so that one whose response was
 * lost is found by it (Google answers 409 to a second one).
 */
export function makeClassJob(deps: SyncDependencies): JobKind<Making> {
  const { db, classroom } = deps;
  return {
    kind: KIND,
    tries: 8,
    lane: 'sync',
    isBegunElsewhere: true,
    async run({ link_id, connection_id }, { isLastTry }) {
      const [link] = await listLinks(db, { sourceId: await sourceOf(deps, connection_id), kind: 'class', parentId: null, ids: [link_id] });
      const connection = await findConnection(db, connection_id);
      const here = link?.local_id == null ? null : await findOutsideClass(db, link.local_id);
      if (!link || !connection || !here || !classroom || link.facts['isMaking'] !== true) return;
      const ask = classroom.client.through(connection);
      const body = {
        ...{ id: link.external_id, ownerId: 'me', courseState: 'PROVISIONED', name: cutText(here.name, MAX_CLASS_LENGTHS.name) },
        ...{ section: cutText(here.section, MAX_CLASS_LENGTHS.section), room: cutText(here.room, MAX_CLASS_LENGTHS.room) },
        descriptionHeading: cutText(here.description_heading, MAX_CLASS_LENGTHS.heading),
        description: cutText(here.description, MAX_CLASS_LENGTHS.description),
      };
      try {
        const made = await ask({ method: 'POST', path: '/v1/courses', body }).catch((error: unknown) => {
          if (error instanceof GoogleCallError && error.kind === 'exists')
            return ask({ method: 'GET', path: `/v1/courses/${encodeURIComponent(link.external_id)}` });
          throw error;
        });
        const course = readCourse(made);
        if (!course) throw new GoogleCallError('transient', 'an answer without a class');
        await inTransaction(db, async (tx) => {
          await deleteLinks(tx, [link.id]);
          const { name, section, ownerId, alternateLink, enrollmentCode, state } = course;
          const base = {
            name: course.name,
            section: course.section,
            room: course.room,
            heading: course.heading,
            description: course.description,
            state: 'ACTIVE',
          };
          await saveLinks(tx, link.source_id, [
            {
              kind: 'class',
              parentId: null,
              externalId: course.id,
              localId: here.id,
              isOurs: true,
              base,
              facts: { name, section, ownerId, alternateLink, enrollmentCode, state, seenBy: [connection.id] },
            },
          ]);
          await sendPendingChanges(tx, deps, here.id);
        });
      } catch (error) {
        if (error instanceof QuotaWait) throw new JobPostponed('Google’s quota', { inMs: error.waitMs });
        const isFinal = error instanceof GoogleCallError && error.kind !== 'transient';
        if (!isFinal && !isLastTry) throw error;
        const words =
          error instanceof GoogleCallError ? packMessage('sync.reason.googleSaid', { message: error.message }) : packMessage('sync.reason.unreachable');
        await inTransaction(db, (tx) =>
          saveLinks(tx, link.source_id, [
            { kind: 'class', parentId: null, externalId: link.external_id, localId: link.local_id, facts: { isMaking: false, problem: words }, state: 'lost' },
          ]),
        );
      }
    },
  };
}

async function sourceOf({ db }: SyncDependencies, connectionId: number): Promise<number> {
  return (await findConnection(db, connectionId))?.source_id ?? 0;
}
