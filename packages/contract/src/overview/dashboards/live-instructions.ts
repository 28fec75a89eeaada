import { z } from 'zod';
import { day, defineDashboard, type FigureMark, one } from '../../core/dashboard.ts';
import { lessonColumns } from './columns.ts';

const sum = (what: string, mark: FigureMark) =>
  ({ kind: 'sum', rows: 'lessons', mark, title: `dashboard.live.${what}`, says: `dashboard.live.${what}.says` }) as const;

const Form = z.object({ answered: z.number().int(), right: z.number().int() });
/** The answers of some lessons by form, and the gain of their discussions, pooled over students. */
const Turn = z.object({
  /** Choices in Form - 1A, in Form - 1B and in Form - 2, and the right ones among them. */
  alone: Form,
  after: Form,
  transfer: Form,
  /** The students who chose in Form - 1A and Form - 1B, by their move. Null in a student’s own figures. */
  moves: z
    .object({ kept_right: z.number().int(), wrong_to_right: z.number().int(), right_to_wrong: z.number().int(), kept_wrong: z.number().int() })
    .nullable(),
  /** Null: nobody was wrong before. */
  gain: z.number().nullable(),
  /** The interval that holds the true gain 95 times out of a hundred. Null: the counts are too small for one. */
  interval: z.object({ low: z.number(), high: z.number() }).nullable(),
});
export type LessonTurn = z.infer<typeof Turn>;

const ANSWERED = ['total_correct', 'total_incorrect'] as const;

/** The dashboard of finished lessons. */
export const liveDashboard = defineDashboard({
  name: 'live-instructions',
  path: '/dashboard/live-instructions',
  route: 'live-instructions-dashboard',
  title: 'dashboard.live',
  about: 'dashboard.live.about',
  resource: 'live-instructions-dashboard',
  isFlat: true,
  filters: {
    subject: one({ label: 'dashboard.filter.subject', list: 'subject' }),
    group: one({ label: 'dashboard.filter.group', list: 'group' }),
    grade: one({ label: 'dashboard.filter.grade', list: 'question-grade' }),
    topic: one({ label: 'dashboard.filter.topic', list: 'topic' }),
    standard: one({ label: 'dashboard.filter.standard', list: 'standard' }),
    protocol: one({ label: 'dashboard.filter.protocol', list: 'protocol' }),
    from: day({ label: 'dashboard.filter.startDate' }),
    to: day({ label: 'dashboard.filter.endDate', notBefore: 'from' }),
    class: one({ label: 'dashboard.filter.class', list: 'class' }),
    teacher: one({ label: 'dashboard.filter.teacher', list: 'teacher', for: 'school' }),
    school: one({ label: 'dashboard.filter.school', list: 'school', for: 'admin' }),
  },
  period: ['from', 'to'],
  rows: { lessons: lessonColumns },
  figures: {
    total_sessions: { kind: 'count', rows: 'lessons', mark: 'ac', title: 'dashboard.live.sessions', says: 'dashboard.live.sessions.says' },
    total_mcq: sum('mcq', 'bd'),
    total_question: sum('question', 'ce'),
    total_others: sum('others', 'df'),
    total_correct: { ...sum('correct', 'cf'), of: ANSWERED },
    total_incorrect: { ...sum('incorrect', 'fb'), of: ANSWERED },
    total_comments_given: sum('commentsGiven', 'ad'),
    total_comments_received: sum('commentsReceived', 'be'),
    total_likes_given: sum('likesGiven', 'da'),
    total_likes_received: sum('likesReceived', 'eb'),
  },
  chart: {
    of: [
      'total_sessions',
      'total_mcq',
      'total_question',
      'total_others',
      'total_correct',
      'total_incorrect',
      'total_comments_given',
      'total_comments_received',
      'total_likes_given',
      'total_likes_received',
    ],
    axisFrom: 500,
  },
  extra: {
    /** The number of lessons running at this moment. They count when they have finished. */
    running: z.number().int(),
    /**
     * Finished lessons and the share of right answers by week, starting on Monday. Null when no one chose a response.
     */
    weeks: z.array(Turn.extend({ week: z.string(), sessions: z.number().int(), share_right: z.number().nullable() })),
    /** All filtered lessons together, and the day of the first of them; null without lessons. */
    whole: Turn.extend({ since: z.string().nullable() }),
    /** The newest lessons, the oldest of them first. */
    lessons: z.array(Turn.extend({ assessment_id: z.number().int(), title: z.string(), class_name: z.string(), held_on: z.string() })),
  },
});
