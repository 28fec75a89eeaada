import type { CourseWorkView } from '@classwright/contract/class/classwork/calls';

/** Returns work as the teacher of its class sees it. A test passes the values it needs. */
export const workOf = (more: Partial<CourseWorkView> = {}): CourseWorkView => ({
  id: 11,
  courseId: 3,
  course_name: 'Physics 9B',
  title: 'Lab report',
  summary: 'Measure and write.',
  topicId: 5,
  topic_name: 'Forces',
  assessment_id: null,
  assessment_status: null,
  workType: 'ASSIGNMENT',
  courseWorkType: 'ASSIGNMENT',
  state: 'PUBLISHED',
  maxPoints: 50,
  dueDate: { year: 2024, month: 1, day: 1 },
  dueTime: { hours: 15, minutes: 30, seconds: 0, nanos: 0 },
  due_at: '2024-01-01T15:30:00.000Z',
  creationTime: '2023-12-18T09:00:00.000Z',
  updateTime: '2023-12-18T09:00:00.000Z',
  updated_at: '2023-12-18T09:00:00.000Z',
  scheduledTime: null,
  missed_at: null,
  posted_at: '2023-12-18T09:00:00.000Z',
  category: null,
  turnedIn: 12,
  totalAssignee: 28,
  graded_count: 4,
  description: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Measure and write.' }] }] },
  submissionModificationMode: 'MODIFIABLE',
  creatorUserId: 7,
  creator_name: 'Ada Byron',
  assigneeMode: 'ALL_STUDENTS',
  individualStudentsOptions: { studentIds: [] },
  multipleChoiceQuestion: { choices: [] },
  materials: [],
  ...more,
});

/** Returns a page of works. */
export const pageOf = (data: readonly object[], more: object = {}) => ({
  data,
  time_zone: 'Europe/London',
  pagination: { total: data.length, per_page: 25, current_page: 1, last_page: 1, from: data.length > 0 ? 1 : null, to: data.length || null, ...more },
});
