import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { flag, id, instant, optionalText, packMessage } from '../../core/fields.ts';
import { CALCULATION_TYPES } from '../classwork/kinds.ts';
import { asMessage } from '../../messages/translate.ts';

const MOST_CATEGORIES = 50;
const MOST_POINT = 9_999_999.99;
const MOST_DROPPED = 1000;

const GradeCategoryView = z.object({
  category_id: z.number().int(),
  category_name: z.string(),
  category_point: z.number(),
  drop_lowest: z.number().int(),
  /** The number of the class's works in it. */
  work_count: z.number().int(),
});
export type GradeCategoryView = z.infer<typeof GradeCategoryView>;

export const GradeSettingView = z.object({
  /** The id of the settings. Null: nothing has been saved yet, and these are the defaults. */
  setting_id: z.number().int().nullable(),
  courseid: z.number().int(),
  /** The same as `courseid`. */
  course_id: z.number().int(),
  calculation_type: z.enum(CALCULATION_TYPES),
  show_grade: z.boolean(),
  exclude_missing: z.boolean(),
  categories: z.array(GradeCategoryView),
  /** The version. Null with the defaults. */
  updated_at: z.string().nullable(),
});
export type GradeSettingView = z.infer<typeof GradeSettingView>;

const course = id(asMessage('topic.field.course'));
const point = { error: packMessage('gradeSetting.point', { max: MOST_POINT }) };
/** The points of a category. Empty is 0; other values that are not numbers are refused. */
const categoryPoint = z
  .union(
    [
      z.literal(['', null]).transform(() => 0),
      z.number(),
      z
        .string()
        .trim()
        .regex(/^\d{1,7}(\.\d{1,2})?$/, point)
        .transform(Number),
    ],
    point,
  )
  .pipe(
    z
      .number(point)
      .min(0, point)
      .max(MOST_POINT, point)
      .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, point),
  )
  .default(0);
const drop = { error: packMessage('gradeSetting.dropLowest.wrong', { max: MOST_DROPPED }) };

const category = z.object({
  /** The id of an existing category. A new one has none. */
  category_id: z.union([z.literal(['', null]).transform(() => undefined), id(asMessage('gradeSetting.category'))]).optional(),
  /** The name. Without one it is named "Category 2", by its position. */
  category_name: optionalText({ label: asMessage('gradeSetting.categoryName'), max: 200 }),
  category_point: categoryPoint,
  drop_lowest: z
    .union([z.literal(['', null]).transform(() => 0), z.coerce.number(drop)], drop)
    .pipe(z.number(drop).int(drop).min(0, drop).max(MOST_DROPPED, drop))
    .default(0),
});

const required = { error: packMessage('gradeSetting.calculationRequired') };
const categories = z
  .array(category, { error: packMessage('gradeSetting.categories.wrong') })
  .max(MOST_CATEGORIES, { error: packMessage('gradeSetting.categories.most', { max: MOST_CATEGORIES }) })
  .refine((all) => new Set(all.flatMap(({ category_id }) => category_id ?? [])).size === all.filter(({ category_id }) => category_id !== undefined).length, {
    error: packMessage('gradeSetting.categories.wrong'),
  });
const showGrade = flag(asMessage('gradeSetting.showGrade'));
const excludeMissing = flag(asMessage('gradeSetting.excludeMissing'));
const saved = z.object({ setting: GradeSettingView, data: GradeSettingView, message: z.string() });
const may = (action: string) => ({ resource: 'grade-settings', action });

export const gradeSettingGet = endpoint({
  name: 'gradeSetting.get',
  method: 'GET',
  path: '/grade/settings',
  access: may('view'),
  summary: 'The calculation of grades of a class, with its categories; the defaults if nothing was saved',
  query: z.object({ course_id: course }),
  response: z.object({ setting: GradeSettingView, data: GradeSettingView }),
  brief: z.object({ setting: GradeSettingView }),
  errors: [],
  readOnly: true,
});

export const gradeSettingCreate = endpoint({
  name: 'gradeSetting.create',
  method: 'POST',
  path: '/grade/settings',
  access: may('create'),
  summary: 'Sets for the first time how grades of a class are calculated',
  body: z
    .object({
      courseid: course.optional(),
      course_id: course.optional(),
      calculation_type: z.enum(CALCULATION_TYPES, required),
      show_grade: showGrade.default(true),
      exclude_missing: excludeMissing.default(false),
      categories: categories.default([]),
    })
    .refine(({ courseid, course_id }) => courseid !== undefined || course_id !== undefined, {
      path: ['course_id'],
      error: packMessage('validation.required', { label: asMessage('topic.field.course') }),
    }),
  response: saved,
  errors: ['SETTING_EXISTS', 'CLASS_ARCHIVED'],
  successStatus: 201,
});

export const gradeSettingUpdate = endpoint({
  name: 'gradeSetting.update',
  method: 'PATCH',
  path: '/grade/settings/:setting_id',
  access: may('edit'),
  summary: 'Changes how grades of a class are calculated; settings that are not sent are kept. Categories that a sent list lacks are removed',
  params: z.object({ setting_id: id(asMessage('gradeSetting.title')) }),
  body: z.object({
    calculation_type: z.enum(CALCULATION_TYPES, required).optional(),
    show_grade: showGrade.optional(),
    exclude_missing: excludeMissing.optional(),
    categories: categories.optional(),
    updated_at: instant(packMessage('list.version')).optional(),
    /** True to confirm, even if works lose their category. */
    confirm: flag(asMessage('classwork.confirm')).default(false),
  }),
  response: saved,
  errors: ['EDIT_CONFLICT', 'CATEGORY_IN_USE', 'CLASS_ARCHIVED'],
});
