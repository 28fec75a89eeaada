import type { RichTextDocument } from '@classwright/contract/rich-text';
import { computePicked } from '@classwright/rules/classes/picked';
import { computeDueAt } from '@classwright/rules/grading/due';
import { dateOf, fieldTimeIn } from '../../../base/dates.ts';
import type { Faults } from '../../../base/versioned-form.ts';
import type { ChosenFile } from '../../school/files/index.ts';
import type { Choice } from '../../../ui/form/index.ts';
import type { Announcement } from './calls.ts';
import { t } from '../../../base/t.ts';

const ALL_STUDENTS = 'ALL_STUDENTS';
export const ALL_CLASSES = 'ALL_CLASSES';
export type Pick = Choice<number | string>;
export type When = 'now' | 'later' | 'draft';

export interface AnnouncementValues {
  text: RichTextDocument;
  courses: readonly Pick[];
  students: readonly Pick[];
  files: readonly ChosenFile[];
  /** The links, one address per line. */
  links: string;
  /** The kind of posting. Absent, with the time, once it has been posted, since it stays posted. */
  when?: When;
  /** A day and a time of the school, as its field gives it; '' without one. */
  postAt?: string;
}
export type AnnouncementField = keyof AnnouncementValues;

export const EMPTY: AnnouncementValues = { text: { type: 'doc', content: [] }, courses: [], students: [], files: [], links: '', when: 'now', postAt: '' };

export const everyStudent = (): Pick => ({ id: ALL_STUDENTS, name: t('stream.allStudents') });

/** Applies a pick: all, picked last, replaces single ones; a single one replaces all. */
function settlePicks(picks: readonly Pick[], all: string): readonly Pick[] {
  const ids = picks.map(({ id }) => (id === all ? all : Number(id)));
  const picked = computePicked(ids, all);
  return picked.all ? picks.filter(({ id }) => id === all).slice(0, 1) : picks.filter(({ id }) => id !== all);
}

/** Pure. Applies consequences within the form of the picked values. */
export const settle = (values: AnnouncementValues): AnnouncementValues => ({
  ...values,
  students: settlePicks(values.students, ALL_STUDENTS),
  courses: settlePicks(values.courses, ALL_CLASSES),
});

/** Fills a form with an announcement. `nameOf`: returns the name of a student of the class. */
export function toValues(row: Announcement, nameOf: (id: number) => string, zone: string): AnnouncementValues {
  const { text, courseId, course_name, assigneeMode, individualStudentsOptions, materials, state, scheduledTime } = row;
  const ids = (individualStudentsOptions?.studentIds ?? '').split(',').filter(Boolean).map(Number);
  return {
    text,
    courses: [{ id: courseId, name: course_name }],
    students: assigneeMode === ALL_STUDENTS ? [everyStudent()] : ids.map((id) => ({ id, name: nameOf(id) })),
    files: materials.flatMap(({ driveFile }) =>
      driveFile ? [{ file_id: driveFile.id, name: driveFile.title, url: driveFile.alternateLink, mimeType: driveFile.mimeType }] : [],
    ),
    links: materials.flatMap(({ link, youtubeVideo }) => link?.url ?? youtubeVideo?.alternateLink ?? []).join('\n'),
    ...(state === 'DRAFT' && {
      when: scheduledTime === null ? 'draft' : 'later',
      postAt: scheduledTime === null ? '' : `${dateOf(new Date(scheduledTime))}T${fieldTimeIn(scheduledTime, zone)}`,
    }),
  };
}

const isVideo = (address: string): boolean => /^https?:\/\/(?:www\.|m\.)?(?:youtube\.com|youtu\.be)\//i.test(address);

/** Returns the body to send. `before`: the announcement whose link titles are kept. */
export function toBody(values: AnnouncementValues, zone: string, before: Announcement | null): object {
  const { text, courses, students, files, links } = values;
  const titles = new Map(
    (before?.materials ?? []).map(({ link, youtubeVideo }) => [link?.url ?? youtubeVideo?.alternateLink, link?.title ?? youtubeVideo?.title]),
  );
  const addresses = links
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return {
    text,
    students: students.map(({ id }) => id),
    ...(before ? {} : { courses: courses.map(({ id }) => id) }),
    materials: [
      ...files.flatMap(({ file_id, name }) => (file_id === null ? [] : [{ driveFile: { id: file_id, title: name } }])),
      ...addresses.map((address) => {
        const title = titles.get(address);
        return isVideo(address) ? { youtubeVideo: { alternateLink: address, ...(title && { title }) } } : { link: { url: address, ...(title && { title }) } };
      }),
    ],
    ...postingOf(values, zone),
  };
}

function postingOf({ when, postAt }: AnnouncementValues, zone: string): object {
  if (when === undefined) return {};
  if (when === 'now') return { state: 'PUBLISHED' };
  return when === 'draft' ? { state: 'DRAFT', scheduledTime: null } : { scheduledTime: findInstant(postAt, zone)?.toISOString() };
}

/** Returns null when this is not a day with a time. */
function findInstant(postAt: string | undefined, zone: string): Date | null {
  const [due_on = '', due_time = ''] = (postAt ?? '').split('T');
  try {
    return computeDueAt({ due_on, due_time }, zone);
  } catch {
    return null;
  }
}

/** Returns the errors before anything is sent. */
export const findFaults = ({ when, postAt }: AnnouncementValues, zone: string): Faults =>
  when === 'later' && findInstant(postAt, zone) === null ? { postAt: t('announcement.schedule.wrong') } : {};

/** Returns the form field that shows the error of a server field. */
export function fieldOf(name: string): string {
  if (name === 'scheduledTime') return 'postAt';
  if (name === 'state') return 'when';
  if (!name.startsWith('materials')) return name;
  return /\.(?:link|youtubeVideo)\b/.test(name) ? 'links' : 'files';
}
