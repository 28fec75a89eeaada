import { syncGradeOffer, syncGradeOfferTake } from '@classwright/contract';
import type { Db } from '../../../../platform/database/index.ts';
import { appError } from '../../../../platform/errors.ts';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import { type SettingsFromOutside, importGradeSettings } from '../../../class/classwork/index.ts';
import { findClassExternal, requireStaff } from '../../../class/classes/index.ts';
import { findClassroomLink, type Link } from '../../../class/sources/index.ts';
import type { SyncDependencies } from '../dependencies.ts';
import { hasGradebookHere, listCategorisedThere } from './grade-offer-queries.ts';
import { requireLink } from './link-calls.ts';
import { readGradebook } from './resources.ts';

/**
 * Implements offering Google Classroom's grade settings to a class without its own; they are never applied
 * automatically. The data arrived with the class and its works, so no call to Google is needed.
 */
export function implementGradeOffer({ t, telling }: SyncDependencies): Implementation[] {
  return [
    implement(syncGradeOffer, async ({ tx, actor, input }) => {
      await requireStaff(tx, actor, input.id);
      const link = await findClassroomLink(tx, input.id);
      const offer = link && (await findOffer(tx, input.id, link));
      if (!offer || offer.hasOwn) return { offer: null };
      const { categories, calculation_type, show_grade } = offer;
      const works = categories.reduce((sum, { workIds }) => sum + workIds.length, 0);
      return {
        offer: { calculation_type, show_grade, works, categories: categories.map(({ name, point }) => ({ category_name: name, category_point: point })) },
      };
    }),
    implement(syncGradeOfferTake, async ({ tx, actor, input, requestId }) => {
      const offer = await findOffer(tx, input.id, await requireLink(tx, actor, input.id));
      if (!offer) throw appError('SYNC_NOTHING_OFFERED');
      const { calculation_type, show_grade, categories } = offer;
      const set = { courseId: input.id, actor, action: syncGradeOfferTake.name, requestId };
      const { setting, works } = await importGradeSettings(tx, { t, room: telling.room }, set, { calculation_type, show_grade, categories });
      return { setting, message: works > 0 ? t('sync.gradeOffer.takenWorks', { count: works }) : t('sync.gradeOffer.taken') };
    }),
  ];
}

/**
 * Finds Google's settings of a linked class that can be adopted; `hasOwn`: the class has its own, which are kept. Null
 * if Google has no categories for it.
 */
async function findOffer(db: Db, courseId: number, link: Link): Promise<(SettingsFromOutside & { hasOwn: boolean }) | null> {
  const there = await findClassExternal(db, courseId);
  if (there?.['courseId'] !== link.external_id) return null;
  const { isWeighted, isShown, categories } = readGradebook(there['gradebookSettings'] ?? null);
  if (categories.length === 0) return null;
  const works = Map.groupBy(await listCategorisedThere(db, link.id), ({ category_id }) => category_id);
  return {
    hasOwn: await hasGradebookHere(db, courseId),
    calculation_type: isWeighted ? 'WEIGHTED_BY_CATEGORY' : 'TOTAL_POINTS',
    show_grade: isShown,
    categories: categories.map(({ id, name, weight }) => ({ name, point: weight, workIds: (works.get(id) ?? []).map(({ work_id }) => work_id) })),
  };
}
