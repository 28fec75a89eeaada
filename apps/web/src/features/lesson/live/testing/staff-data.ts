import type { Form } from '@classwright/contract/lesson/live/forms';
import type { LessonEvent, LessonEventBody } from '@classwright/contract/lesson/live/events';
import type { SessionView, StaffLiveAssessmentView, LiveTallyView } from '@classwright/contract/lesson/live/views';
import { session } from '../../../../join/testing/lesson-data.ts';
import type { FeedAnswer, Roster } from '../lesson/model.ts';

/** The lesson of `join/testing/lesson-data.ts` as its staff see it: assessment 8, session 40, form 1A open. */
const words = (text: string) => ({ type: 'doc' as const, content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] });
const response = (id: number, position: number, text: string, is_valid: boolean) => ({
  id,
  position,
  response: text,
  is_valid,
  description: words(''),
  match_label: '',
});

export const questions: StaffLiveAssessmentView['questions'] = [
  {
    id: 1,
    title: 'Closing a switch',
    description: words('What happens to lamp 1?'),
    resources: [],
    responses: [response(11, 1, 'It gets brighter', true), response(12, 2, 'It stays the same', false)],
  },
  {
    id: 2,
    title: 'A heater in the shed',
    description: words('What happens to the lamp?'),
    resources: [],
    responses: [response(21, 1, 'It goes out', false), response(22, 2, 'It gets dimmer', true)],
  },
];

export const tally = (change: Partial<LiveTallyView> = {}): LiveTallyView => ({
  form: 'Form - 1A',
  answered: 3,
  of: 4,
  right: 1,
  students: 5,
  as_of: 1000,
  counts: [
    { response_id: 11, count: 1 },
    { response_id: 12, count: 2 },
  ],
  ...change,
});

export const assessment = (change: Partial<StaffLiveAssessmentView> = {}): StaffLiveAssessmentView => ({
  id: 8,
  title: 'Simple circuits',
  class_id: 3,
  class_name: 'Physics 9B',
  teacher_name: 'Ms Okafor',
  status: 'Active',
  questions,
  attempts: session().attempts,
  schedule_time: { schedule_date: '2026-11-20', start_time: '10:15', end_time: '11:05' },
  totalStudent: 5,
  AbsentStudents: [{ id: 5, name: 'Zoe Kowalski' }],
  plan: { shows_answers: 'as-answered', with_names: true },
  session: session(),
  asks_sure: null,
  tally: tally(),
  ...change,
});

/** The lesson before anyone pressed Activate. */
export const notStarted = (): StaffLiveAssessmentView => assessment({ attempts: [], session: null, tally: null });

export const roster = (change: Partial<Roster> = {}): Roster => ({
  students: [
    { id: 1, name: 'Priya Nair', responders: 1, logintime: '2026-11-20T10:00:05.000Z', answered: true, connected: true, moved: null },
    { id: 2, name: 'Hugo Martins', responders: 0, logintime: '2026-11-20T10:00:09.000Z', answered: false, connected: true, moved: null },
  ],
  absent: [{ id: 5, name: 'Zoe Kowalski' }],
  totalStudent: 5,
  connected_as_of: 1000,
  ...change,
});

export const feed = (form: Form = 'Form - 1A', change: Partial<FeedAnswer> = {}): FeedAnswer => ({
  posts: [],
  responses: [],
  distribution: { form, answered: 0, of: 4, counts: [] },
  late: [],
  ...change,
});

/** An event of session 40, by default right after sequence 5. */
export function event(body: LessonEventBody, sequence = 6, from = sequence, epoch = 40): LessonEvent {
  return { ...body, epoch, from, sequence, server_time: '2026-11-20T10:01:00.000Z' };
}

export const inForms = (forms: readonly Form[], change: Partial<SessionView> = {}, closed = false): SessionView => session(change, forms, closed);
