import { commentAdd, type Form, liveFeed, liveSettingsUpdate, postReact, postsCurrentForm, replyAdd } from '@classwright/contract';
import type { TestBody, TestReply } from '../../../../../testing/app.ts';
import type { RunningLesson } from '../../../../../testing/running-lesson.ts';
import type { TestPerson } from '../../../../../testing/scenario.ts';

/** Texts that break code which does not treat them as plain text. */
export const HOSTILE_TEXTS = [
  `<script>alert(1)</script><img src=x onerror="alert(2)">`,
  `'); DROP TABLE live_posts; --`,
  `{{constructor.constructor('return 1')()}} \${7*7} <%= 7*7 %> %s %n`,
  String.raw`\u0000 \x00 \' \" \\ %_`,
  'إجابة \u202Eتجربة\u202C עברית 漢字 👩‍🏫🇪🇹 é é',
  'line one\nline two\ttab\u2028separator\u200Bzero width',
];

/** Short calls for discussing posts. */
export function discuss(lesson: RunningLesson) {
  const { assessmentId } = lesson;
  return {
    openCommenting: (can_comment = true): Promise<TestReply> => lesson.teacher.call(liveSettingsUpdate, { body: { assessment_id: assessmentId, can_comment } }),
    /** Files an answer and returns the post's id. */
    async post(student: TestPerson, form: Form, choice: number | null, comment?: unknown): Promise<number> {
      const reply = await lesson.answer(student, form, choice, comment === undefined ? {} : { comment });
      if (reply.error) throw new Error(`not answered: ${reply.error.code}`);
      return reply.body.post.id as number;
    },
    react: (person: TestPerson, postId: number, reaction_type: unknown = 'like'): Promise<TestReply> =>
      person.call(postReact, { body: { post_id: postId, reaction_type } }),
    comment: (person: TestPerson, postId: number, comment: unknown): Promise<TestReply> => person.call(commentAdd, { body: { post_id: postId, comment } }),
    reply: (person: TestPerson, commentId: number, reply: unknown): Promise<TestReply> => person.call(replyAdd, { body: { comment_id: commentId, reply } }),
    /** Returns the staff's feed of a form. */
    feed: async (form: Form, person = lesson.teacher): Promise<TestBody> =>
      (await person.call(liveFeed, { query: { assessment_id: assessmentId, form } })).body,
    /** Returns a student's feed of a form, by default the one opened last. */
    seenBy: async (student: TestPerson, form?: Form): Promise<TestBody> =>
      (await student.call(postsCurrentForm, { query: { assessment_id: assessmentId, ...(form ? { form } : {}) } })).body,
  };
}

export type Discussion = ReturnType<typeof discuss>;

/** Returns the ids in ascending order. */
export const idsOf = (posts: { id: number }[]): number[] => posts.map(({ id }) => id).toSorted((left, right) => left - right);
