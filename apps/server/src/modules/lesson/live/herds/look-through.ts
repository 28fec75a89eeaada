import { setImmediate as turn } from 'node:timers/promises';
import { isEmptyDocument } from '@classwright/rules/rich-text';
import { monotonicMs } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/database/index.ts';
import type { Censor } from '../../../class/censorship/index.ts';
import { toShown } from '../answers/file-posts.ts';
import type { Answer, Member } from './members.ts';

/** The longest stretch without a pause, so that long texts of a class do not block the process. */
const STRETCH_MS = 5;

/**
 * Replaces listed words in answers before any lock is taken, with the current lists, read once. Returns the members it
 * failed for, with their errors.
 */
export async function censorMembers(db: Db, censor: Censor, members: readonly Member[]): Promise<Map<Member, unknown>> {
  const failed = new Map<Member, unknown>();
  const censors = new Map<number, Awaited<ReturnType<Censor['forClass']>>>();
  let beganMs = monotonicMs();
  for (const member of members.filter((one): one is Answer => one.kind === 'answer')) {
    if (!member.place) continue;
    const { comment } = member.content;
    if (isEmptyDocument(comment)) member.shown = await toShown(null, comment);
    else {
      const { course_id } = member.place.session;
      const classCensor = censors.get(course_id) ?? (await censor.forClass(db, course_id));
      censors.set(course_id, classCensor);
      try {
        member.shown = await toShown(classCensor, comment);
      } catch (error) {
        failed.set(member, error);
      }
    }
    if (monotonicMs() - beganMs < STRETCH_MS) continue;
    await turn();
    beganMs = monotonicMs();
  }
  return failed;
}
