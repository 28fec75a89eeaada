import { z } from 'zod';
import { day, defineDashboard, one } from '../../core/dashboard.ts';
import { lessonColumns } from './columns.ts';

const sum = (what: string) => ({ kind: 'sum', rows: 'lessons', title: `dashboard.live.${what}`, says: `dashboard.live.${what}.says` }) as const;

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
  },
  period: ['from', 'to'],
  rows: { lessons: lessonColumns },
  figures: {
    total_sessions: { kind: 'count', rows: 'lessons', title: 'dashboard.live.sessions', says: 'dashboard.live.sessions.says' },
    total_mcq: sum('mcq'),
    total_question: sum('question'),
    total_others: sum('others'),
    total_correct: { ...sum('correct'), of: ANSWERED },
    total_incorrect: { ...sum('incorrect'), of: ANSWERED },
    total_comments_given: sum('commentsGiven'),
    total_comments_received: sum('commentsReceived'),
    total_likes_given: sum('likesGiven'),
    total_likes_received: sum('likesReceived'),
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
    weeks: z.array(z.object({ week: z.string(), sessions: z.number().int(), share_right: z.number().nullable() })),
  },
});
