import { isCalendarDay } from '@classwright/rules/grading/due';
import { z } from 'zod';
import { id, instant, packMessage, text } from '../../core/fields.ts';
import { ALL_STUDENTS, ASSIGNEE_MODES, COURSE_WORK_KINDS, MAX_CHOICES, MAX_MATERIALS, MAX_POINTS, SHARE_MODES, type ShareMode, WORK_TYPES } from './kinds.ts';
import { type FileMaterial, fileMaterial, formMaterial, linkMaterial, materials, type PageMaterial, videoMaterial } from './materials.ts';
import { asMessage } from '../../messages/translate.ts';
import { richText } from '../../rich-text.ts';

const MOST_STUDENTS = 1000;

const choiceOf = <const Values extends readonly [string, ...string[]]>(values: Values, label: string) =>
  z.enum(values, { error: packMessage('validation.choice', { label, choices: values.join(', ') }) });

const empty = z.literal(['', null]).transform(() => null);
const optionalId = (label: string) => z.union([empty, id(label)], { error: packMessage('validation.id', { label }) }).optional();

const points = { error: packMessage('classwork.points') };
const pointsRange = { error: packMessage('classwork.points.range', { max: MAX_POINTS }) };
/** A number with at most two decimals, also as its plain decimal text. Null: not graded by points. */
const maxPoints = z.union(
  [
    empty,
    z
      .union(
        [
          z.number(),
          z
            .string()
            .regex(/^\d{1,7}(\.\d{1,2})?$/, points)
            .transform(Number),
        ],
        points,
      )
      .pipe(
        z
          .number(points)
          .gt(0, pointsRange)
          .max(MAX_POINTS, pointsRange)
          .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, points),
      ),
  ],
  points,
);

const badDay = { error: packMessage('classwork.dueDate.wrong') };
const part = (most: number, label: typeof badDay) => z.number(label).int(label).min(0, label).max(most, label);
const dueDate = z
  .object({ year: part(9999, badDay), month: part(12, badDay), day: part(31, badDay) }, badDay)
  .refine(isCalendarDay, badDay)
  .nullable();

const badTime = { error: packMessage('classwork.dueTime.wrong') };
/** A time of day. A missing part is 0, as the external classroom leaves it out. */
const dueTime = z
  .object(
    {
      hours: part(23, badTime).default(0),
      minutes: part(59, badTime).default(0),
      seconds: part(59, badTime).default(0),
      nanos: part(999_999_999, badTime).default(0),
    },
    badTime,
  )
  .nullable();

const studentsLabel = asMessage('classwork.field.students');
/** Ids, or ids separated by commas. */
const studentIds = z
  .union([z.array(z.union([z.number(), z.string()])), z.string(), z.number()], { error: packMessage('classwork.selectStudents') })
  .transform((sent) => (Array.isArray(sent) ? sent : typeof sent === 'string' ? sent.split(',').filter((one) => one.trim() !== '') : [sent]))
  .pipe(
    z
      .array(z.union([z.literal(ALL_STUDENTS), id(studentsLabel)]), { error: packMessage('validation.id', { label: studentsLabel }) })
      .max(MOST_STUDENTS, { error: packMessage('classwork.students.most', { max: MOST_STUDENTS }) }),
  );

const choices = z
  .array(text({ label: asMessage('classwork.field.options'), max: 500, required: 'classwork.options.empty' }), { error: packMessage('classwork.options.none') })
  .max(MAX_CHOICES, { error: packMessage('classwork.options.most', { max: MAX_CHOICES }) })
  .refine((all) => new Set(all).size === all.length, { error: packMessage('classwork.options.twice') });

const shareMode = choiceOf(SHARE_MODES, asMessage('classwork.material.shareMode'));

export type SharedFile = FileMaterial & { shareMode: ShareMode };
/** A file of the library with its share mode, a video, a page, or a form. */
export type MaterialInput = SharedFile | PageMaterial<'youtubeVideo' | 'link' | 'form'>;
const driveFile = fileMaterial
  .extend({ shareMode: shareMode.default('VIEW') })
  .transform(({ id: fileId, title: given, shareMode: mode }): SharedFile => ({ kind: 'driveFile', fileId, title: given, shareMode: mode }));

const label = { title: asMessage('classwork.field.title'), description: asMessage('classwork.field.description') };
const title = text({ label: label.title, max: 255, required: 'classwork.titleRequired' });

/** The fields of the form. A field that is not sent has its default in a new work, and does not change in an edit. */
const fields = {
  description: richText({ label: label.description }).optional(),
  topicId: optionalId(asMessage('topic.title')),
  category_id: optionalId(asMessage('classwork.field.category')),
  maxPoints: maxPoints.optional(),
  dueDate: dueDate.optional(),
  dueTime: dueTime.optional(),
  /** The time of posting, which must be in the future. Null: it is not scheduled. */
  scheduledTime: z.union([empty, instant()], { error: packMessage('classwork.schedule.wrong') }).optional(),
  state: choiceOf(['PUBLISHED', 'DRAFT'], asMessage('classwork.field.state')).optional(),
  submissionModificationMode: choiceOf(['MODIFIABLE', 'MODIFIABLE_UNTIL_TURNED_IN'], asMessage('classwork.field.modification')).optional(),
  assigneeMode: choiceOf(ASSIGNEE_MODES, studentsLabel).optional(),
  individualStudentsOptions: z.object({ studentIds }, { error: packMessage('classwork.selectStudents') }).optional(),
  multipleChoiceQuestion: z.object({ choices }, { error: packMessage('classwork.options.none') }).optional(),
  materials: materials(
    {
      driveFile: driveFile.optional(),
      youtubeVideo: videoMaterial.optional(),
      link: linkMaterial.optional(),
      form: formMaterial.optional(),
    },
    'classwork.material.oneOf',
    MAX_MATERIALS,
  ).optional(),
};

const workType = choiceOf(WORK_TYPES, asMessage('classwork.field.type'));
const kind = choiceOf(COURSE_WORK_KINDS, asMessage('classwork.field.kind'));

export const CourseWorkInput = z.object({ title, workType: workType.default('ASSIGNMENT'), courseWorkType: kind.optional(), ...fields });
export type CourseWorkInput = z.output<typeof CourseWorkInput>;

export const CourseWorkChanges = z.object({
  title: title.optional(),
  /** The class, which cannot change; neither can the type of work. */
  courseId: id(asMessage('topic.field.course')).optional(),
  workType: workType.optional(),
  courseWorkType: kind.optional(),
  ...fields,
  updated_at: instant(packMessage('list.version')).optional(),
  /** True to confirm changes, including those of the meaning of students' grades. */
  confirm: z.boolean({ error: packMessage('validation.flag', { label: asMessage('classwork.confirm') }) }).default(false),
});
export type CourseWorkChanges = z.output<typeof CourseWorkChanges>;
