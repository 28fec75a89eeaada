import { ALL_STUDENTS, type CourseWorkKind, type ShareMode, type WorkType } from '@classwright/contract/class/classwork/kinds';
import type { RichTextDocument } from '@classwright/contract/rich-text';
import { computeAssignees } from '@classwright/rules/grading/assignees';
import { computeDueAt } from '@classwright/rules/grading/due';
import { dateOf, fieldTimeIn } from '../../../../base/dates.ts';
import type { Choice } from '../../../../ui/form/index.ts';
import type { ChosenFile } from '../../../school/files/index.ts';
import type { Work, WorkBody } from '../calls.ts';
import { t } from '../../../../base/t.ts';
import { toDay, toTime } from '../work-dates.ts';

export type LinkKind = 'link' | 'youtubeVideo' | 'form';
export interface LinkLine {
  kind: LinkKind;
  url: string;
  title: string;
}
export type When = 'now' | 'later' | 'draft';

/** The values of the fields. */
export interface WorkValues {
  title: string;
  description: RichTextDocument;
  course: Choice | null;
  students: readonly Choice<number | string>[];
  topic: string;
  category: string;
  /** The points as typed; '': not graded by points. */
  points: string;
  /** The due date as YYYY-MM-DD and time as HH:MM; '' without. */
  due_on: string;
  due_time: string;
  type: WorkType;
  options: readonly string[];
  files: readonly (ChosenFile & { shareMode: ShareMode })[];
  links: readonly LinkLine[];
  when: When;
  post_on: string;
  post_time: string;
}
export type WorkField = keyof WorkValues;

const NOTHING: RichTextDocument = { type: 'doc', content: [] };
const NEW_POINTS = '100';
export const wholeClass = (): Choice<number | string> => ({ id: ALL_STUDENTS, name: t('work.form.allStudents') });

const TYPE_OF: Readonly<Record<CourseWorkKind, WorkType>> = {
  ASSIGNMENT: 'ASSIGNMENT',
  QUIZ_ASSIGNMENT: 'ASSIGNMENT',
  QUESTION: 'SHORT_ANSWER_QUESTION',
  MATERIAL: 'MATERIAL',
};

export const newValues = (course: Choice, kind: CourseWorkKind): WorkValues => ({
  title: '',
  description: NOTHING,
  course,
  students: [wholeClass()],
  topic: '',
  category: '',
  points: kind === 'MATERIAL' ? '' : NEW_POINTS,
  due_on: '',
  due_time: '',
  type: TYPE_OF[kind],
  options: [],
  files: [],
  links: [],
  when: 'now',
  post_on: '',
  post_time: '',
});

/** Returns the form's values for a work. `nameOf`: returns the name of a student of the class. */
export function toValues(work: Work, nameOf: (id: number) => string, zone: string): WorkValues {
  const named = work.individualStudentsOptions?.studentIds ?? [];
  return {
    title: work.title,
    description: work.description,
    course: { id: work.courseId, name: work.course_name },
    students: work.assigneeMode === ALL_STUDENTS ? [wholeClass()] : named.map((id) => ({ id, name: nameOf(id) })),
    topic: work.topicId === null ? '' : String(work.topicId),
    category: work.category === null ? '' : String(work.category.category_id),
    points: work.maxPoints === null ? '' : String(work.maxPoints),
    due_on: toDay(work.dueDate),
    due_time: toTime(work.dueTime),
    type: work.workType,
    options: work.multipleChoiceQuestion.choices,
    files: work.materials.flatMap(({ driveFile: file }) =>
      file ? [{ file_id: file.id, name: file.title, url: file.alternateLink, mimeType: file.mimeType, shareMode: file.shareMode }] : [],
    ),
    links: work.materials.flatMap(({ link, youtubeVideo, form }): LinkLine[] => {
      if (link) return [{ kind: 'link', url: link.url, title: link.title }];
      if (youtubeVideo) return [{ kind: 'youtubeVideo', url: youtubeVideo.alternateLink, title: youtubeVideo.title }];
      return form ? [{ kind: 'form', url: form.formUrl, title: form.title }] : [];
    }),
    when: work.state === 'PUBLISHED' ? 'now' : work.scheduledTime ? 'later' : 'draft',
    ...postParts(work.scheduledTime, zone),
  };
}

function postParts(instant: string | null, zone: string): Pick<WorkValues, 'post_on' | 'post_time'> {
  if (instant === null) return { post_on: '', post_time: '' };
  return { post_on: dateOf(new Date(instant)), post_time: fieldTimeIn(instant, zone) };
}

/** Returns the body to send. `locked`: for posted work, whose students, options and attachments cannot change. */
export function toBody(values: WorkValues, { kind, zone, locked }: { kind: CourseWorkKind; zone: string; locked: boolean }): WorkBody {
  const [year = 0, month = 0, day = 0] = values.due_on.split('-').map(Number);
  const [hours = 0, minutes = 0] = values.due_time.split(':').map(Number);
  const { mode, studentIds } = computeAssignees<number | string>(values.students.map(({ id }) => ({ id })));
  const free = {
    title: values.title,
    description: { ...values.description },
    topicId: values.topic === '' ? null : Number(values.topic),
    category_id: values.category === '' ? null : Number(values.category),
    maxPoints: values.points.trim() === '' ? null : values.points.trim().replace(',', '.'),
    dueDate: values.due_on === '' ? null : { year, month, day },
    dueTime: values.due_on === '' || values.due_time === '' ? null : { hours, minutes },
  };
  if (locked) return free;
  return {
    ...free,
    workType: values.type,
    courseWorkType: kind,
    assigneeMode: mode,
    individualStudentsOptions: { studentIds: studentIds.map(Number) },
    ...(values.type === 'MULTIPLE_CHOICE_QUESTION' && { multipleChoiceQuestion: { choices: [...values.options] } }),
    materials: [
      ...values.files.flatMap(({ file_id, name, shareMode }) => (file_id === null ? [] : [{ driveFile: { id: file_id, title: name, shareMode } }])),
      ...values.links.map(({ kind: of, url, title }) => toMaterial(of, url, title.trim() === '' ? undefined : title)),
    ],
    ...postingOf(values, zone),
  };
}

const toMaterial = (kind: LinkKind, url: string, title: string | undefined) => {
  if (kind === 'link') return { link: { url, title } };
  return kind === 'form' ? { form: { formUrl: url, title } } : { youtubeVideo: { alternateLink: url, title } };
};

function postingOf({ when, post_on, post_time }: WorkValues, zone: string): Pick<WorkBody, 'state' | 'scheduledTime'> {
  if (when === 'now') return { state: 'PUBLISHED', scheduledTime: null };
  if (when === 'draft' || post_on === '') return { state: 'DRAFT', scheduledTime: null };
  return { scheduledTime: computeDueAt({ due_on: post_on, due_time: post_time === '' ? '08:00' : post_time }, zone).toISOString() };
}

/** Returns the errors before anything is sent. */
export function findFaults(values: WorkValues): Partial<Record<WorkField, string>> {
  return {
    ...(values.title.trim() === '' && { title: t('work.form.titleRequired') }),
    ...(values.course === null && { course: t('work.form.selectCourse') }),
    ...(values.students.length === 0 && { students: t('work.form.selectStudents') }),
    ...(values.type === 'MULTIPLE_CHOICE_QUESTION' && values.options.length === 0 && { options: t('work.form.noOptions') }),
    ...(values.when === 'later' && values.post_on === '' && { post_on: t('work.form.postDayRequired') }),
  };
}

/** Returns the form field that shows the error of a server field. */
export function fieldOf(name: string): string {
  const of: Readonly<Record<string, WorkField>> = {
    dueDate: 'due_on',
    dueTime: 'due_time',
    topicId: 'topic',
    category_id: 'category',
    maxPoints: 'points',
    individualStudentsOptions: 'students',
    assigneeMode: 'students',
    multipleChoiceQuestion: 'options',
    scheduledTime: 'post_on',
    workType: 'type',
  };
  const first = name.split('.')[0] ?? name;
  if (first === 'materials') return 'links';
  return of[first] ?? first;
}
