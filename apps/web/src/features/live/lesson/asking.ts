import type { liveAssessment, liveCommentLogs, liveFeed, liveResponded, liveState, liveSummary } from '@classwright/contract/live';
import type { Form } from '@classwright/contract/forms';
import type { LessonEvent } from '@classwright/contract/live-events';
import type { LessonSummaryView, SessionView, StaffLiveAssessmentView, TallyView } from '@classwright/contract/live-views';
import { api, ApiError } from '../../../base/api.ts';
import type { CommentLogs, FeedAnswer, Roster } from './model.ts';

/** What happened since a moment: events that lead there, or else the session as it is now. */
export interface Missed {
  events: readonly LessonEvent[] | null;
  session: SessionView | null;
}

/** The reading calls of a lesson. */
export interface Asking {
  /** @throws {ApiError} NOT_ALLOWED for somebody who takes part in the lesson instead of running it. */
  assessment: () => Promise<StaffLiveAssessmentView>;
  roster: () => Promise<Roster & { tally: TallyView | null }>;
  feed: (form: Form) => Promise<FeedAnswer>;
  logs: () => Promise<CommentLogs>;
  summary: () => Promise<LessonSummaryView>;
  missed: (epoch: number, since: number) => Promise<Missed>;
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
      const { students, absent, totalStudent, tally } = await api<typeof liveResponded>('GET', '/live/learning/student/responded', { query });
      return { students, absent, totalStudent, tally };
    },
    feed: async (form) => {
      const { posts, responses, distribution, late } = await api<typeof liveFeed>('GET', '/live/learning/live/feed', { query: { ...query, form } });
      return { posts, responses, distribution, late };
    },
    logs: async () => {
      const { logs, total } = await api<typeof liveCommentLogs>('GET', '/live/learning/assessment/comment/logs', { query });
      return { logs, total };
    },
    summary: async () => (await api<typeof liveSummary>('GET', '/live/learning/summary', { query })).summary,
    missed: async (epoch, since) => {
      const { events, session } = await api<typeof liveState>('GET', '/live/learning/state', { query: { ...query, epoch, since } });
      return { events: events as unknown as LessonEvent[] | null, session };
    },
  };
}
