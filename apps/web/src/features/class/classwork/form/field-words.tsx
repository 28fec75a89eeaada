import type { ReactNode } from 'react';
import { dayOn, timeOn } from '../../../../base/dates.ts';
import { RichTextView } from '../../../../ui/rich-text/RichTextView.tsx';
import { t } from '../../../../base/t.ts';
import type { WorkField, WorkValues } from './values.ts';

const NAMES = {
  title: 'work.form.title',
  description: 'work.form.description',
  course: 'work.form.course',
  students: 'work.form.students',
  topic: 'work.form.topic',
  category: 'work.form.category',
  points: 'work.form.points',
  due_on: 'work.form.dueDate',
  due_time: 'work.form.dueTime',
  type: 'work.form.type',
  options: 'work.form.options',
  files: 'work.form.files',
  links: 'work.form.links',
  when: 'work.form.when',
  post_on: 'work.form.postDate',
  post_time: 'work.form.postTime',
} as const satisfies Record<WorkField, string>;

/** Returns the name of a field. */
export const fieldName = (field: WorkField): string => t(NAMES[field]);

/** Returns the content of a field as text. */
export function fieldWords(field: WorkField, values: WorkValues): ReactNode {
  const { due_on, due_time, students, options, files, links, when } = values;
  if (field === 'description') return <RichTextView document={values.description} />;
  if (field === 'course') return values.course?.name ?? '';
  if (field === 'students') return students.map(({ name }) => name).join(', ');
  if (field === 'options') return options.join(', ');
  if (field === 'files') return files.map(({ name }) => name).join(', ');
  if (field === 'links') return links.map(({ url, title }) => title || url).join(', ');
  if (field === 'due_on') return due_on === '' ? '' : dayOn(due_on);
  if (field === 'due_time') return due_time === '' ? '' : timeOn(due_time);
  if (field === 'when') return t(`work.form.when.${when}`);
  return values[field];
}
