import {
  type CalculationType,
  type GradeCategoryView,
  type GradeSettingView,
  gradeSettingCreate,
  gradeSettingGet,
  gradeSettingUpdate,
  type MessageKey,
  type Translate,
} from '@classwright/contract';
import { listed } from '@classwright/rules/text/bidi';
import { audit } from '../../../platform/audit/index.ts';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { appError, fieldError } from '../../../platform/errors.ts';
import { type Actor, implement, type Implementation } from '../../../platform/http/index.ts';
import { requireActiveStaff, requireStaff } from '../classes/index.ts';
import type { ClassworkDependencies } from './dependencies.ts';
import {
  type CategoryRow,
  findSetting,
  type GradeSettingRow,
  insertSetting,
  listCategories,
  lockCategories,
  lockSetting,
  replaceCategories,
  setFreeCategories,
  type SettingValues,
  updateSetting,
} from './settings-queries.ts';

interface SentCategory {
  category_id?: number | undefined;
  category_name: string;
  category_point: number;
  drop_lowest: number;
}

type Words = Translate<MessageKey>;

/** Implements the settings for computing the grades of a class. */
export function implementGradeSettings({ t, room }: ClassworkDependencies): Implementation[] {
  return [
    implement(gradeSettingGet, async ({ tx, actor, input }) => {
      await requireStaff(tx, actor, input.course_id);
      const setting = await loadSettingView(tx, input.course_id);
      return { setting, data: setting };
    }),
    implement(gradeSettingCreate, async ({ tx, actor, input, requestId }) => {
      const courseId = (input.course_id ?? input.courseid) as number;
      await requireActiveStaff(tx, actor, courseId);
      const setting = await createSetting(tx, { t, room }, { courseId, actor, action: gradeSettingCreate.name, requestId }, input);
      return { setting, data: setting, message: t('gradeSetting.saved') };
    }),
    implement(gradeSettingUpdate, async ({ tx, actor, input, requestId }) => {
      const row = await lockSetting(tx, input.setting_id);
      if (!row) throw appError('NOT_FOUND');
      await requireActiveStaff(tx, actor, row.course_id);
      const before = await loadSettingView(tx, row.course_id);
      if (input.updated_at !== undefined && Date.parse(input.updated_at) !== row.updated_at.getTime()) throw appError('EDIT_CONFLICT', { row: before });
      const { calculation_type = row.calculation_type, show_grade = row.show_grade, exclude_missing = row.exclude_missing } = input;
      await updateSetting(tx, row.id, { calculation_type, show_grade, exclude_missing });
      if (input.categories) await saveCategories(tx, t, row.course_id, input.categories, input.confirm);
      const setting = await loadSettingView(tx, row.course_id);
      await audit(tx, actor, { action: gradeSettingUpdate.name, subjectType: 'gradeSetting', subjectId: row.id, before, after: setting, requestId });
      await room.announceToStaff(tx, row.course_id, 'class.work.changed');
      return { setting, data: setting, message: t('gradeSetting.saved') };
    }),
  ];
}

type Telling = Pick<ClassworkDependencies, 't' | 'room'>;
/** The person and the call that change the setting. */
interface Setting {
  courseId: number;
  actor: Actor;
  action: string;
  requestId: string;
}

/** @throws SETTING_EXISTS */
async function createSetting(
  tx: Tx,
  { t, room }: Telling,
  { courseId, actor, action, requestId }: Setting,
  { calculation_type, show_grade, exclude_missing, categories }: SettingValues & { categories: readonly SentCategory[] },
): Promise<GradeSettingView> {
  if (!(await insertSetting(tx, courseId, { calculation_type, show_grade, exclude_missing })))
    throw appError('SETTING_EXISTS', { row: await loadSettingView(tx, courseId) });
  await saveCategories(tx, t, courseId, categories, true);
  const setting = await loadSettingView(tx, courseId);
  await audit(tx, actor, { action, subjectType: 'gradeSetting', subjectId: setting.setting_id, after: setting, requestId });
  await room.announceToStaff(tx, courseId, 'class.work.changed');
  return setting;
}

/** The settings by which an outside source computes the grades of a class. */
export interface SettingsFromOutside extends Pick<SettingValues, 'calculation_type' | 'show_grade'> {
  /** The categories, each with its works in the source. */
  categories: readonly { name: string; point: number; workIds: readonly number[] }[];
}

/**
 * Sets up the grade computation of a class for the first time, as an outside source has it. Works without a category
 * get theirs. Returns the setting, and the number of works that got one. @throws SETTING_EXISTS when the class has
 * settings or categories of its own
 */
export async function importGradeSettings(
  tx: Tx,
  telling: Telling,
  setting: Setting,
  { categories, ...settings }: SettingsFromOutside,
): Promise<{ setting: GradeSettingView; works: number }> {
  const { courseId } = setting;
  if ((await listCategories(tx, courseId)).length > 0) throw appError('SETTING_EXISTS', { row: await loadSettingView(tx, courseId) });
  const sent = categories.map(({ name, point }) => ({ category_name: name, category_point: point, drop_lowest: 0 }));
  const made = await createSetting(tx, telling, setting, { ...DEFAULTS, ...settings, categories: sent });
  const works = categories.flatMap(({ workIds }, place) =>
    workIds.map((workId) => ({ workId, categoryId: (made.categories[place] as GradeCategoryView).category_id })),
  );
  const count = await setFreeCategories(tx, courseId, works);
  return { setting: await loadSettingView(tx, courseId), works: count };
}

/** @throws CATEGORY_IN_USE when work would lose its category and that is not confirmed */
async function saveCategories(tx: Tx, t: Words, courseId: number, sent: readonly SentCategory[], isConfirmed: boolean): Promise<void> {
  await lockCategories(tx, courseId);
  const before = await listCategories(tx, courseId);
  const known = new Set(before.map(({ id }) => id));
  if (sent.some(({ category_id }) => category_id !== undefined && !known.has(category_id))) throw fieldError('categories', 'gradeSetting.categories.wrong');
  const kept = new Set(sent.map(({ category_id }) => category_id));
  const lost = before.filter(({ id, work_count }) => work_count > 0 && !kept.has(id));
  if (lost.length > 0 && !isConfirmed)
    throw appError('CATEGORY_IN_USE', { names: listed(lost.map(({ name }) => name)), works: lost.reduce((sum, { work_count }) => sum + work_count, 0) });
  await replaceCategories(
    tx,
    courseId,
    sent.map(({ category_id, category_name, category_point, drop_lowest }, index) => ({
      id: category_id,
      name: category_name === '' ? t('gradeSetting.categoryNumber', { number: index + 1 }) : category_name,
      point: category_point,
      drop_lowest,
    })),
  );
}

const DEFAULTS: Pick<GradeSettingView, 'calculation_type' | 'show_grade' | 'exclude_missing'> = {
  calculation_type: 'NO_OVERALL_GRADE' satisfies CalculationType,
  show_grade: true,
  exclude_missing: false,
};

/** Returns the setting of a class with its categories, or the defaults when nothing was saved. */
async function loadSettingView(db: Db, courseId: number): Promise<GradeSettingView> {
  return toSettingView(courseId, await findSetting(db, courseId), await listCategories(db, courseId));
}

function toSettingView(courseId: number, row: GradeSettingRow | null, categories: readonly CategoryRow[]): GradeSettingView {
  const { calculation_type, show_grade, exclude_missing } = row ?? DEFAULTS;
  return {
    setting_id: row?.id ?? null,
    courseid: courseId,
    course_id: courseId,
    ...{ calculation_type, show_grade, exclude_missing },
    categories: categories.map(({ id, name, point, drop_lowest, work_count }) => ({
      category_id: id,
      category_name: name,
      category_point: point,
      drop_lowest,
      work_count,
    })),
    updated_at: row?.updated_at.toISOString() ?? null,
  };
}
