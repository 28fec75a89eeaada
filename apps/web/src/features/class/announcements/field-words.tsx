import type { ReactNode } from 'react';
import { momentOn } from '../../../base/dates.ts';
import { RichTextView } from '../../../ui/rich-text/RichTextView.tsx';
import { t } from '../../../base/t.ts';
import type { AnnouncementField, AnnouncementValues } from './values.ts';

const NAMES = {
  text: 'stream.text',
  courses: 'stream.forClass',
  students: 'stream.forStudents',
  files: 'stream.attachments',
  links: 'stream.links',
  when: 'stream.when',
  postAt: 'stream.postAt',
} as const satisfies Record<AnnouncementField, string>;

/** Returns the name of a field. */
export const fieldName = (field: AnnouncementField): string => t(NAMES[field]);

/** Returns the content of a field as text. */
export function fieldWords(field: AnnouncementField, { text, courses, students, files, links, when, postAt = '' }: AnnouncementValues): ReactNode {
  if (field === 'text') return <RichTextView document={text} />;
  if (field === 'courses') return courses.map(({ name }) => name).join(', ');
  if (field === 'students') return students.map(({ name }) => name).join(', ');
  if (field === 'files') return files.map(({ name }) => name).join(', ');
  if (field === 'links') return links;
  if (field === 'when') return when && t(`stream.when.${when}`);
  const [day = '', time = ''] = postAt.split('T');
  return postAt === '' ? '' : momentOn(day, time);
}
