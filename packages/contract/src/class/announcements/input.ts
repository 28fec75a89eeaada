import { z } from 'zod';
import { id, instant, packMessage } from '../../core/fields.ts';
import { MAX_MATERIALS } from '../classwork/kinds.ts';
import { type FileMaterial, fileMaterial, linkMaterial, materials, type PageMaterial, videoMaterial } from '../classwork/materials.ts';
import { asMessage } from '../../messages/translate.ts';
import { richText } from '../../rich-text.ts';

/** The value in place of ids: every student of the class, or every class where the caller is staff. */
export const EVERY_STUDENT = 'ALL_STUDENTS';
export const EVERY_CLASS = 'ALL_CLASSES';

/** The maximum number of individually named classes in one act. */
export const MAX_ANNOUNCED_CLASSES = 300;
/**
 * The maximum number of classes when an act goes to all of the caller's classes: an administrator's are those of every
 * school.
 */
export const MAX_ALL_CLASSES = 3_000;
const MOST_ANNOUNCED_STUDENTS = 5000;
/** The maximum number of students with a separate announcement in one act. */
export const MAX_SEPARATE_ANNOUNCEMENTS = 300;

/** Parses ids, or the word for all, as a list or separated by commas, in the chosen order. */
const picks = <const Word extends string>(word: Word, label: string, most: number) => {
  const wrong = packMessage('validation.id', { label });
  const one = z.union([z.literal(word), id(label)]);
  return z.union([z.array(z.union([z.number(), z.string()])), z.string(), z.number()], { error: wrong }).transform((sent, context): (number | Word)[] => {
    const given = Array.isArray(sent) ? sent : typeof sent === 'string' ? sent.split(',').filter((part) => part.trim() !== '') : [sent];
    const read = given.map((pick) => one.safeParse(pick));
    if (given.length > most) context.addIssue({ code: 'custom', message: packMessage('announcement.tooMany', { label, most }) });
    else if (read.some(({ success }) => !success)) context.addIssue({ code: 'custom', message: wrong });
    else return read.map(({ data }) => data as number | Word);
    return z.NEVER;
  });
};

const studentsLabel = asMessage('announcement.field.students');
const students = picks(EVERY_STUDENT, studentsLabel, MOST_ANNOUNCED_STUDENTS);
const courses = picks(EVERY_CLASS, asMessage('announcement.field.courses'), MAX_ANNOUNCED_CLASSES);

/** A file of the library, a video, or a page. */
export type AnnouncementMaterial = FileMaterial | PageMaterial<'youtubeVideo' | 'link'>;
const driveFile = fileMaterial.transform(({ id: fileId, title }): FileMaterial => ({ kind: 'driveFile', fileId, title }));

const none = z.literal(['', null]).transform(() => null);
const shared = {
  materials: materials(
    { driveFile: driveFile.optional(), youtubeVideo: videoMaterial.optional(), link: linkMaterial.optional() },
    'announcement.material.oneOf',
    MAX_MATERIALS,
  ).optional(),
  /** A future instant at which it is posted automatically. Null: it is not scheduled. */
  scheduledTime: z.union([none, instant()], { error: packMessage('announcement.schedule.wrong') }).optional(),
  /** The state. A draft is only visible to staff. A posted announcement stays posted. */
  state: z
    .enum(['PUBLISHED', 'DRAFT'], {
      error: packMessage('validation.choice', { label: asMessage('announcement.field.state'), choices: 'PUBLISHED, DRAFT' }),
    })
    .optional(),
};
const words = richText({ label: asMessage('announcement.field.text') });

/** Missing values are reported together with all other errors, with the form's messages. */
export const AnnouncementInput = z.object({
  text: words.default(''),
  students: students.default([]),
  courses: courses.default([]),
  /** Each of the individual students gets a separate announcement and cannot see the others. */
  apart: z.boolean({ error: packMessage('validation.flag', { label: asMessage('announcement.field.apart') }) }).default(false),
  ...shared,
});
export type AnnouncementInput = z.output<typeof AnnouncementInput>;

/** The changes. Fields that are not sent do not change; the class never does. */
export const AnnouncementChanges = z.object({
  text: words.optional(),
  students: students.optional(),
  ...shared,
  updated_at: instant(packMessage('list.version')).optional(),
});
export type AnnouncementChanges = z.output<typeof AnnouncementChanges>;
