import type { liveAssessment, liveCommentLogs, liveFeed, liveResponded, liveSummary } from '@classwright/contract/lesson/live/calls';
import type { Form } from '@classwright/contract/lesson/live/forms';
import type { LessonSummaryView, StaffLiveAssessmentView, LiveTallyView } from '@classwright/contract/lesson/live/views';
import { api, ApiError } from '../../../../base/api.ts';
import type { CommentLogs, FeedAnswer, Roster } from './model.ts';

/** The calls that read a lesson. */
export interface Asking {
  /** @throws {ApiError} NOT_ALLOWED for a person who takes part in the lesson instead of running it. */
  assessment: () => Promise<StaffLiveAssessmentView>;
  roster: () => Promise<Roster & { tally: LiveTallyView | null }>;
  feed: (form: Form) => Promise<FeedAnswer>;
  logs: () => Promise<CommentLogs>;
  summary: () => Promise<LessonSummaryView>;
}

export function createAsking(assessmentId: number): Asking {
  const query = { assessment_id: assessmentId };
  return {
    assessment: async () => {
      const { assessment } = await api<typeof liveAssessment>('GET', '/live/learning/assessment', { query });
      if (!('AbsentStudents' in assessment)) throw new ApiError('NOT_ALLOWED', { status: 403 });
      return assessment;
    },
    roster: async () => {
      const { students, absent, totalStudent, connected_as_of, tally } = await api<typeof liveResponded>('GET', '/live/learning/student/responded', { query });
      return { students, absent, totalStudent, connected_as_of, tally };
    },
    feed: async (form) => {
      const { posts, responses, distribution, confidence, late } = await api<typeof liveFeed>('GET', '/live/learning/live/feed', { query: { ...query, form } });
      return { posts, responses, distribution, ...(confidence && { confidence }), late };
    },
    logs: async () => {
      const { logs, total } = await api<typeof liveCommentLogs>('GET', '/live/learning/assessment/comment/logs', { query });
      return { logs, total };
    },
    summary: async () => (await api<typeof liveSummary>('GET', '/live/learning/summary', { query })).summary,
  };
}
