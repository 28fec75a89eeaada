import type { WorkType } from '@classwright/contract';
import { toDocument } from '@classwright/rules/rich-text/to-document';
import { toPlainText } from '@classwright/rules/rich-text/index';
import { fromClassroomDue, toClassroomDue } from '@classwright/rules/sync/due';
import type { SyncDirection, SyncFields, SyncValue } from '@classwright/rules/sync/merge';
import type { OutsideFields, OutsideWork, WorkFromOutside } from '../../../class/classwork/index.ts';
import { clean, cutText, type WorkThere } from './resources.ts';

/** The maximum lengths that Google accepts. */
const MOST = { title: 3000, description: 30_000 } as const;
const MORE = ' …';

/** The fields of work on both sides, in the order in which reports name them. */
export const WORK_FIELDS = ['title', 'description', 'due', 'points', 'topic', 'scheduled', 'state'] as const;
export type WorkField = (typeof WORK_FIELDS)[number];

const all = (direction: SyncDirection): Readonly<Record<WorkField, SyncDirection>> =>
  Object.fromEntries(WORK_FIELDS.map((field) => [field, direction])) as Record<WorkField, SyncDirection>;
const DIRECTIONS = { ours: all('both'), foreign: all('in'), lesson: all('out') } as const;

/**
 * Returns which side may change each field. The work of a lesson is only sent: its question is never sent to Google.
 */
export const directionsOf = ({ assessment_id }: Pick<OutsideWork, 'assessment_id'>, isOurs: boolean): Readonly<Record<WorkField, SyncDirection>> =>
  assessment_id !== null ? DIRECTIONS.lesson : isOurs ? DIRECTIONS.ours : DIRECTIONS.foreign;

/** Shortens a text for Google, at a word boundary. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = cutText(text, most - MORE.length);
  const word = head.search(/\s\S*$/u);
  return (word > most / 2 ? head.slice(0, word) : head) + MORE;
}

const minutes = (time: string | null): string => (time ?? '23:59').slice(0, 5);

/** Returns our fields. `topicOf`: returns Google's id of a topic here; null if it does not exist there. */
export function oursOfWork(work: OutsideWork, topicOf: (id: number) => string | null): SyncFields {
  const isLesson = work.assessment_id !== null;
  // a text from Google is unchanged, at any length
  const text = (value: string, most: number): string => (work.external.isForeign ? clean(value) : cut(clean(value), most));
  return {
    title: text(work.title, MOST.title),
    description: isLesson ? '' : text(toPlainText(work.description), MOST.description),
    state: work.state,
    due: work.due_on === null ? null : `${work.due_on}T${minutes(work.due_time)}`,
    points: isLesson || work.work_type === 'MATERIAL' ? null : work.max_points,
    topic: work.topic_id === null ? null : topicOf(work.topic_id),
    scheduled: work.state === 'DRAFT' ? (work.scheduled_at?.toISOString() ?? null) : null,
  };
}

export function theirsOfWork(work: WorkThere, zone: string): SyncFields {
  const due = fromClassroomDue(work.dueDate, work.dueTime, zone);
  const state = work.state === 'DRAFT' ? 'DRAFT' : 'PUBLISHED';
  return {
    title: work.title,
    description: work.description,
    state,
    due: due === null ? null : `${due.due_on}T${minutes(due.due_time)}`,
    points: work.isMaterial ? null : work.maxPoints,
    topic: work.topicId === '' ? null : work.topicId,
    scheduled: state === 'DRAFT' ? work.scheduledTime : null,
  };
}

const dueParts = (due: SyncValue | undefined): { due_on: string | null; due_time: string | null } => {
  const [due_on = '', time = ''] = typeof due === 'string' ? due.split('T') : [];
  return due_on === '' ? { due_on: null, due_time: null } : { due_on, due_time: `${time}:00` };
};

/** Converts Google's fields to the form used here. `topicHere`: returns our id of a Google topic. */
export function toLocalFields(fields: Readonly<Record<string, SyncValue>>, topicHere: (id: string) => number | null): OutsideFields {
  const { title, description, due, points, topic, scheduled, state } = fields;
  return {
    ...(title === undefined ? {} : { title: String(title) }),
    ...(description === undefined ? {} : { description: toDocument(String(description ?? '')) }),
    ...(due === undefined ? {} : dueParts(due)),
    ...(points === undefined ? {} : { max_points: points === null ? null : Number(points) }),
    ...(topic === undefined ? {} : { topic_id: topic === null ? null : topicHere(String(topic)) }),
    ...(scheduled === undefined ? {} : { scheduled_at: scheduled === null ? null : String(scheduled) }),
    ...(state === undefined ? {} : { state: state === 'DRAFT' ? 'DRAFT' : 'PUBLISHED' }),
  };
}

const TYPES: Readonly<Record<string, WorkType>> = {
  ASSIGNMENT: 'ASSIGNMENT',
  SHORT_ANSWER_QUESTION: 'SHORT_ANSWER_QUESTION',
  MULTIPLE_CHOICE_QUESTION: 'MULTIPLE_CHOICE_QUESTION',
  MATERIAL: 'MATERIAL',
};

/** Converts Google's work to new work here. */
export function toNewWork(
  work: WorkThere,
  zone: string,
  { topicHere, studentsHere }: { topicHere: (id: string) => number | null; studentsHere: (ids: readonly string[]) => number[] },
): WorkFromOutside {
  const fields = toLocalFields(theirsOfWork(work, zone), topicHere);
  const given = TYPES[work.workType] ?? 'ASSIGNMENT';
  const work_type = given === 'MULTIPLE_CHOICE_QUESTION' && work.choices.length === 0 ? 'SHORT_ANSWER_QUESTION' : given;
  return {
    kind: work_type === 'MATERIAL' ? 'MATERIAL' : work_type === 'ASSIGNMENT' ? 'ASSIGNMENT' : 'QUESTION',
    work_type,
    title: fields.title ?? '',
    description: fields.description ?? toDocument(''),
    state: fields.state ?? 'PUBLISHED',
    scheduled_at: fields.scheduled_at ?? null,
    posted_at: work.creationTime,
    max_points: fields.max_points ?? null,
    due_on: fields.due_on ?? null,
    due_time: fields.due_time ?? null,
    topic_id: fields.topic_id ?? null,
    assignee_mode: work.studentIds === null ? 'ALL_STUDENTS' : 'INDIVIDUAL_STUDENTS',
    submission_modification_mode: work.modificationMode === 'MODIFIABLE' ? 'MODIFIABLE' : 'MODIFIABLE_UNTIL_TURNED_IN',
    choices: work_type === 'MULTIPLE_CHOICE_QUESTION' ? work.choices : [],
    external: { origin: 'external', isForeign: !work.isOurs, alternateLink: work.alternateLink },
    materials: work.materials,
    studentIds: work.studentIds === null ? [] : studentsHere(work.studentIds),
  };
}

/** Converts changed fields to the form of Google's patch. */
export function toBody(fields: Readonly<Record<string, unknown>>, zone: string): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  if ('title' in fields) body['title'] = fields['title'];
  if ('description' in fields) body['description'] = fields['description'];
  if ('state' in fields) body['state'] = fields['state'];
  if ('points' in fields) body['maxPoints'] = fields['points'] ?? 0;
  if ('topic' in fields) body['topicId'] = fields['topic'] ?? '';
  if ('scheduled' in fields && fields['scheduled'] !== null) body['scheduledTime'] = fields['scheduled'];
  const due = dueParts(fields['due'] as SyncValue | undefined);
  if (due.due_on !== null) Object.assign(body, toClassroomDue({ due_on: due.due_on, due_time: due.due_time }, zone));
  return body;
}

/** The names of fields in Google's mask; a due date is a date and a time there. */
export const MASK_OF: Readonly<Record<WorkField, string>> = {
  title: 'title',
  description: 'description',
  due: 'dueDate,dueTime',
  points: 'maxPoints',
  topic: 'topicId',
  scheduled: 'scheduledTime',
  state: 'state',
};
