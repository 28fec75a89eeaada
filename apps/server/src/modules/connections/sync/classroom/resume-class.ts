import type { Tx } from '../../../../platform/database/index.ts';
import { keepWorkExternal } from '../../../class/classwork/index.ts';
import { clearReadTimes, type Link } from '../../../class/sources/index.ts';
import { courseIdHere, saveClassLink, listValidClaims, saveLinksBelow, type UnitContext } from './context.ts';
import { listGradedByPeople } from './hanging-queries.ts';

/**
 * Resumes a class that was out of reach. Things made at Google are locked again, so all of it is read again and
 * updated; work graded here in between is graded here from now on.
 */
export async function resumeClass(tx: Tx, context: UnitContext): Promise<void> {
  const courseId = courseIdHere(context);
  if (courseId === null || (context.link.state !== 'lost' && context.link.state !== 'gone')) return;
  await clearReadTimes(tx, context.link.id);
  await keepGradesHere(tx, courseId);
  await saveClassLink(tx, context, { facts: { problem: null, cursorWorks: null, cursorMaterials: null, cursorAnnouncements: null } });
}

/** Marks work made at Google that people have graded here, as they could while it was not linked, as graded here. */
async function keepGradesHere(tx: Tx, courseId: number): Promise<void> {
  const graded = await listGradedByPeople(tx, courseId);
  if (graded.length > 0) await keepWorkExternal(tx, graded, { gradedHere: true });
}

interface There {
  id: string;
  alternateLink: string;
}
interface Here {
  id: number;
  external: { isForeign?: boolean; alternateLink?: string };
}

/**
 * Links things from Google again whose earlier link has ended. Their address there identifies them. Returns the new
 * links, which have no agreed values yet: Google's values apply.
 */
export async function relinkByAddress(
  tx: Tx,
  context: UnitContext,
  kind: 'work' | 'material' | 'announcement',
  { there, listOwn }: { there: readonly There[]; listOwn: () => Promise<readonly Here[]> },
): Promise<Link[]> {
  const named = there.filter(({ alternateLink }) => alternateLink !== '');
  if (named.length === 0) return [];
  const own = await listOwn();
  const idOf = new Map(own.flatMap(({ id, external }) => (external.isForeign && external.alternateLink ? [[external.alternateLink, id] as const] : [])));
  const claims = named.flatMap((one) => {
    const id = idOf.get(one.alternateLink);
    return id === undefined ? [] : [{ id, externalId: one.id }];
  });
  const met = await listValidClaims(tx, context, kind, { claims, listOwn: async () => own });
  if (met.length === 0) return [];
  if (kind === 'work') await keepGradesHere(tx, courseIdHere(context) as number);
  return saveLinksBelow(
    tx,
    context,
    met.map(({ id, externalId }) => ({ kind, externalId, localId: id })),
  );
}
