import { type Form, type FormKey, liveSummary } from '@classwright/contract';
import { canSeePosts, computeFormSummaries, computeTally, computeTransitions } from '@classwright/rules/live';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { getMemberLesson } from '../access.ts';
import type { PostsContext } from './dependencies.ts';
import type { FormFeed } from './feed.ts';
import { countRoster } from '../figures/queries.ts';
import { openCurrentReading, type Reading } from './reading.ts';

/**
 * Likes and comments per form (LIVE-50), of the forms whose posts the reader may see; for staff also how each opened form
 * was answered and how students moved between forms (LIVE-43, LIVE-46). All zeros before a run and after a canceled one.
 */
export function implementLiveSummary({ feeds }: PostsContext): Implementation {
  return implement(liveSummary, async ({ tx, input, actor }) => {
    const lesson = await getMemberLesson(tx, actor, input.assessment_id);
    const reading = await openCurrentReading(tx, actor, lesson);
    const opened = reading ? await feeds.all(tx, reading) : [];
    const finishedAt = reading?.loaded.session.state === 'finished' ? (reading.loaded.session.ended_at?.toISOString() ?? null) : null;
    const summary = { ...toTotals(reading, opened), title: lesson.title, class_name: lesson.courseName, finished_at: finishedAt };
    if (lesson.audience !== 'staff') return { summary };
    const { students } = await countRoster(tx, lesson.courseId, reading?.loaded.session.id ?? null);
    return { summary: { ...summary, ...toStaffFigures(opened, students) } };
  });
}

const placed = (feed: FormFeed) => feed.posts.map((post) => ({ id: post.id, account_id: post.account_id, form: feed.form, response_id: post.response_id }));

function toTotals(reading: Reading | null, opened: readonly FormFeed[]): Record<FormKey, { form: Form; total_likes: number; total_comments: number }> {
  const seen = opened.filter(({ form }) => reading && canSeePosts(reading.loaded.state, form, reading.viewer));
  return computeFormSummaries(
    seen.flatMap(placed),
    seen.flatMap(({ reactions }) => reactions),
    new Map(seen.map(({ form, commentCount }) => [form, commentCount])),
  );
}

/** Consecutive forms that have both opened. */
const pairsOf = (opened: readonly FormFeed[]) => opened.flatMap((feed, index) => (index === 0 ? [] : [[opened[index - 1]!.form, feed.form] as const]));

function toStaffFigures(opened: readonly FormFeed[], students: number) {
  const posts = opened.flatMap(placed);
  const responses = opened.flatMap(({ question }) => question.version.responses);
  const validIds = new Set(responses.filter(({ is_valid }) => is_valid).map(({ id }) => id));
  return {
    distribution: opened.map(({ form, question, distribution }) => computeTally(form, posts, question.version.responses, distribution.of, students)),
    transitions: pairsOf(opened).map(([from, to]) => computeTransitions(from, to, posts, validIds)),
  };
}
