import { type CertaintyView, type Form, type FormKey, FORMS, type LessonSummaryView, liveSummary } from '@classwright/contract';
import { canSeePosts, computeCertainty, computeFormSummaries, computeTally, computeTransitions, countConfidence } from '@classwright/rules/live';
import { computeBranches } from '@classwright/rules/results/branches';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import { loadPairFigures } from '../pairs/index.ts';
import type { PostsContext } from './dependencies.ts';
import type { FormFeed } from './feed.ts';
import { countRoster } from '../figures/queries.ts';
import type { LoadedSession } from '../session-view.ts';
import { askReading, type Reading } from './reading.ts';

/**
 * Returns likes and comments per form (LIVE-50), for the forms whose posts the reader may see; for staff also the
 * answers to each opened form and the moves between forms (LIVE-43, LIVE-46). All zeros before a run and after a
 * canceled one.
 */
export function implementLiveSummary({ feeds, readings }: PostsContext): Implementation {
  return implement(liveSummary, async ({ tx, input, actor }) => {
    const { lesson, reading } = await askReading(readings, actor, input.assessment_id);
    const opened = reading ? await feeds.all(tx, reading) : [];
    const finishedAt = reading?.loaded.session.state === 'finished' ? (reading.loaded.session.ended_at?.toISOString() ?? null) : null;
    const notAsked = finishedAt === null ? [] : FORMS.filter((form) => !opened.some((feed) => feed.form === form));
    const summary = {
      ...toTotals(reading, opened),
      title: lesson.title,
      class_name: lesson.courseName,
      finished_at: finishedAt,
      ...(notAsked.length > 0 && { not_asked: notAsked }),
    };
    if (lesson.audience !== 'staff') return { summary };
    const students = await countRoster(tx, lesson.courseId, reading?.loaded.session.id ?? null);
    const isOver = reading?.loaded.phases.every(({ closed_at }) => closed_at !== null) ?? false;
    const pairs = reading && (await loadPairFigures(tx, reading.loaded.session, opened.flatMap(placed), validIdsOf(opened)));
    const certainty = reading
      ? opened.filter(({ form }) => isSureAskedIn(reading.loaded, form)).map((feed) => ({ form: feed.form, levels: certaintyOf(feed) }))
      : [];
    return {
      summary: {
        ...summary,
        ...toStaffFigures(opened, students),
        ...(isOver && toWays(opened)),
        ...(pairs && { pairs: pairs.figures }),
        ...(certainty.length > 0 && { certainty }),
      },
    };
  });
}

/** Returns true when the form asked how sure students are. */
export const isSureAskedIn = ({ phases }: Pick<LoadedSession, 'phases'>, form: Form): boolean => phases.some((phase) => phase.form === form && phase.asks_sure);

/** Counts right and wrong answers of a form by how sure students were (LIVE-102). */
export const certaintyOf = ({ posts, question }: Pick<FormFeed, 'posts' | 'question'>): CertaintyView =>
  computeCertainty(countConfidence(posts, question.version.responses), validIdsOf([{ question }]));

const placed = (feed: FormFeed) => feed.posts.map((post) => ({ id: post.id, account_id: post.account_id, form: feed.form, response_id: post.response_id }));

type Totals = Record<FormKey, { form: Form; total_likes: number; total_comments: number }>;

function toTotals(reading: Reading | null, opened: readonly FormFeed[]): Totals {
  const seen = opened.filter(({ form }) => reading && canSeePosts(reading.loaded.state, form, reading.viewer));
  return Object.assign(computeFormSummaries([], [], new Map()), ...seen.map(totalsOf));
}

/** The totals of a feed, counted once for all readers, since a whole class asks when its lesson has finished. */
const totalsByFeed = new WeakMap<FormFeed, Partial<Totals>>();
export function totalsOf(feed: FormFeed): Partial<Totals> {
  const { form, reactions, commentCount } = feed;
  const known = totalsByFeed.get(feed);
  if (known) return known;
  const entries = Object.entries(computeFormSummaries(placed(feed), reactions, new Map([[form, commentCount]])));
  const totals = Object.fromEntries(entries.filter(([, of]) => of.form === form));
  totalsByFeed.set(feed, totals);
  return totals;
}

/** Pairs consecutive forms that have both opened. */
const pairsOf = (opened: readonly FormFeed[]) => opened.flatMap((feed, index) => (index === 0 ? [] : [[opened[index - 1]!.form, feed.form] as const]));

const validIdsOf = (opened: readonly Pick<FormFeed, 'question'>[]): Set<number> =>
  new Set(opened.flatMap(({ question }) => question.version.responses.filter(({ is_valid }) => is_valid).map(({ id }) => id)));

function toStaffFigures(opened: readonly FormFeed[], students: number) {
  const posts = opened.flatMap(placed);
  const validIds = validIdsOf(opened);
  return {
    distribution: opened.map(({ form, question, distribution }) => computeTally(form, posts, question.version.responses, distribution.of, students)),
    transitions: pairsOf(opened).map(([from, to]) => computeTransitions(from, to, posts, validIds)),
  };
}

/** Returns the ways of the students who chose in all three forms (LIVE-74); nothing unless all were asked. */
function toWays(opened: readonly FormFeed[]): Pick<LessonSummaryView, 'ways'> {
  const [first, second, transfer] = opened.map(
    ({ posts, question }) =>
      new Map(
        posts.flatMap(({ account_id, response_id }) => {
          const chosen = question.version.responses.find(({ id }) => id === response_id);
          return chosen ? [[account_id, chosen.is_valid] as const] : [];
        }),
      ),
  );
  if (!first || !second || !transfer) return {};
  const ways = [...transfer].map(([account_id, right]) => ({
    account_id,
    first: first.get(account_id) ?? null,
    second: second.get(account_id) ?? null,
    transfer: right,
  }));
  return { ways: computeBranches(ways).branches.map(({ account_ids, ...way }) => ({ ...way, students: account_ids.length })) };
}
