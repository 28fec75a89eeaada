import type { Tx } from '../../../../platform/database/index.ts';
import type { SyncDependencies } from '../dependencies.ts';
import type { NewUnit, RunRow } from '../runs/queries.ts';
import { listMarks } from './mark-queries.ts';
import { dayOf, type Mark, type Part, partOf, SWEEP } from './part.ts';
import { findWholeSince } from './pull-queries.ts';
import { listCovered } from './registration-queries.ts';

/** Returns the kinds that a run reads completely, after which their marks are deleted. */
function kindsOf({ scope, mode, only_grades, is_pushed }: RunRow): readonly Mark['what'][] {
  if (mode === 'preview' || mode === 'undo') return [];
  if (only_grades) return ['submissions'];
  if (scope === 'class_work') return ['works', 'submissions'];
  return mode === 'scheduled' || is_pushed ? ['people', 'works', 'submissions'] : ['people'];
}

/**
 * Chooses the part that each unit of a run reads. A run started by a person reads its whole scope. An automatic run
 * reads, of a class with change notifications, the reported changes and everything that is never reported; and all of
 * it once a day, and when a message may have been lost: after the registration was interrupted, or messages were not
 * pulled for longer than they are kept.
 */
export async function withParts<Unit extends NewUnit>(
  tx: Tx,
  { classroom }: Pick<SyncDependencies, 'classroom'>,
  run: RunRow,
  units: readonly Unit[],
): Promise<(Unit & { part: Part | null; marks: Mark[] })[]> {
  const push = classroom?.push ?? null;
  const ids = units.map(({ linkId }) => linkId);
  const kinds = kindsOf(run);
  const marked = await listMarks(tx, ids);
  const isByClock = run.mode === 'scheduled' && !run.is_pushed;
  const wholeSince = push && isByClock ? await findWholeSince(tx, push.subscription) : null;
  const covered = new Map((push && wholeSince ? await listCovered(tx, ids, push.topic) : []).map((row) => [row.link_id, row]));
  const partOfUnit = (linkId: number, marks: readonly Mark[]): Part | null => {
    if (run.is_pushed) return partOf(marks, false);
    const known = covered.get(linkId);
    if (!known || !wholeSince) return null;
    const readFrom = known.read_from === null ? null : Date.parse(known.read_from);
    const isWhole = readFrom !== null && readFrom >= known.since.getTime() && readFrom >= wholeSince.getTime();
    return isWhole && known.swept_at === dayOf(run.created_at) ? partOf(marks, true) : SWEEP;
  };
  return units.map((unit) => {
    const marks = (marked.get(unit.linkId) ?? []).filter(({ what }) => kinds.includes(what));
    return { ...unit, part: partOfUnit(unit.linkId, marks), marks };
  });
}
