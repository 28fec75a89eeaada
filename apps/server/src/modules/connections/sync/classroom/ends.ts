import type { EndKind, Removal } from '@classwright/rules/sync/ends';
import type { Tx } from '../../../../platform/database/index.ts';
import { grantChosenEnds, grantListEnds, type Grounds, listMissingTwice } from '../../../class/ends/index.ts';
import type { Link } from '../../../class/sources/index.ts';
import { lockRun, saveEndedCount } from '../runs/queries.ts';
import type { UnitContext } from './context.ts';
import { countEnds } from './ends-queries.ts';

/** The fact in a link that a list of Google's ended the thing here, so that it is restored when it is listed again. */
export const ENDED = { ended: true } as const;
/** Returns true when a list ended it. */
export const isEndedByList = ({ state, facts }: Pick<Link, 'state' | 'facts'>): boolean => state === 'gone' && facts['ended'] === true;

/**
 * Returns the things that a list ends here: a preview, which changes nothing, accepts a single reading. `isStated`:
 * Google reports each end explicitly. @throws ReadAgain
 */
export const confirmMissing = <One extends Pick<Link, 'external_id'>>(
  { run, missed }: UnitContext,
  kind: EndKind,
  ending: readonly One[],
  isStated = false,
): One[] => (run.mode === 'preview' ? [...ending] : listMissingTwice(ending, { kind, missed, isStated }));

/**
 * Permits the ends by a list, counted over the class, the run and the school within a day. `lists`: each list of the
 * class from which the ended things are missing. @throws ConsentRequired
 */
export async function confirmListEnds(
  tx: Tx,
  context: UnitContext,
  kind: EndKind,
  { ending, lists }: { ending: number; lists: readonly Removal[] },
): Promise<Grounds> {
  const { run, source, link, unit } = context;
  if (run.mode === 'preview') return grantChosenEnds();
  // classes of one run count together, one after the other
  await lockRun(tx, run.id);
  const { ofClass, ofRun, ofSchool } = await countEnds(tx, { kind, runId: run.id, sourceId: source.id, classLinkId: link.id });
  const scopes = [ofClass, ofRun, ofSchool].map((scope) => ({ ending: scope.ending + ending, current: scope.current + scope.ending }));
  const allowed = unit.allowed[kind] ?? 0;
  const grounds = grantListEnds({ kind, ending, lists, scopes }, allowed);
  if (ending > allowed) await saveEndedCount(tx, unit.id, kind, ending);
  return grounds;
}
