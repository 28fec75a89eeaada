import { FORM_KEYS, FORMS, type Form, type FormKey, type StudentSnapshotView } from '@classwright/contract';
import { monotonicMs } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/database/index.ts';
import { toRevealedQuestionView } from '../../../bank/questions/index.ts';
import type { OwnWay } from '@classwright/rules/live';
import type { PostsContext } from './dependencies.ts';
import { FeedCache } from './feed-cache.ts';
import type { FormFeed } from './feed.ts';
import { totalsOf } from './live-summary.ts';
import { computeWays } from './own-way.ts';
import { type CommentRow, type FeedPostRow, listCommentsOfSession, type ReactionRow } from './queries.ts';
import type { Reading } from './reading.ts';
import { describeSnapshot, type StudentFact } from './snapshot-details.ts';
import { listLoggedIn } from './snapshot-queries.ts';

type ClassReport = Omit<StudentSnapshotView['reports'][FormKey], 'results'>;

/**
 * A finished lesson as all its students see it, with each student's own data by account. Nothing in it depends on the
 * reader.
 */
export interface ClassPart {
  readonly details: StudentSnapshotView['details'];
  readonly questions: StudentSnapshotView['questions'];
  readonly reports: Readonly<Record<FormKey, ClassReport>>;
  readonly feedOf: ReadonlyMap<Form, FormFeed>;
  readonly loggedIn: ReadonlySet<number>;
  readonly facts: ReadonlyMap<number, StudentFact>;
  /** The form and author of each post, by the post's id. */
  readonly places: ReadonlyMap<number, { id: number; account_id: number; form: Form }>;
  /** The way of each student through the first question. */
  readonly ways: ReadonlyMap<number, OwnWay | null>;
  readonly postsOf: ReadonlyMap<number, readonly PlacedPost[]>;
  /** Reactions given by an account, or on a post of it. */
  readonly reactionsAround: ReadonlyMap<number, readonly ReactionRow[]>;
  readonly commentsAround: ReadonlyMap<number, readonly CommentRow[]>;
}

export interface PlacedPost {
  form: Form;
  post: FeedPostRow;
}

/** The longest time until a changed name is shown. */
const MAX_AGE_MS = 30_000;
const MAX_LESSONS = 50;

/**
 * Creates the shared cache of what the students of a finished lesson see, read once, since a whole class asks at the
 * finish.
 */
export function createClassParts(context: PostsContext): (db: Db, reading: Reading) => Promise<ClassPart> {
  const cache = new FeedCache<ClassPart>({ maxAgeMs: MAX_AGE_MS, maxEntries: MAX_LESSONS, restMsAfter: () => 0, nowMs: monotonicMs });
  return (db, reading) => cache.get(String(reading.loaded.session.id), reading.version, () => loadClassPart(context, db, reading));
}

async function loadClassPart({ feeds, fileLinks, facts }: PostsContext, db: Db, reading: Reading): Promise<ClassPart> {
  const { session, now } = reading.loaded;
  const urlOf = fileLinks.at(now);
  const [opened, comments, loggedIn, known, details] = await Promise.all([
    feeds.all(db, reading),
    listCommentsOfSession(db, session.id),
    listLoggedIn(db, session.id),
    facts.students(db, session.id),
    describeSnapshot(db, reading.lesson, urlOf),
  ]);
  const questions = new Map(opened.map(({ question }) => [question.position, question]));
  const placed = opened.flatMap(({ form, posts }) => posts.map((post): PlacedPost => ({ form, post })));
  const places = new Map(placed.map(({ form, post: { id, account_id } }) => [id, { id, account_id, form }]));
  const feedOf = new Map(opened.map((feed) => [feed.form, feed]));
  const reports = FORMS.map((form) => [FORM_KEYS[form], toClassReport(form, feedOf.get(form))] as const);
  const around = <Row extends { account_id: number; post_id: number }>(rows: readonly Row[]): Map<number, Row[]> => {
    const byAccount = new Map<number, Row[]>();
    for (const row of rows)
      for (const accountId of new Set([row.account_id, places.get(row.post_id)?.account_id ?? row.account_id])) {
        const own = byAccount.get(accountId);
        if (own) own.push(row);
        else byAccount.set(accountId, [row]);
      }
    return byAccount;
  };
  return {
    details,
    questions: [...questions.values()].map(({ version }) => toRevealedQuestionView(version, urlOf)),
    reports: Object.fromEntries(reports) as Record<FormKey, ClassReport>,
    feedOf,
    loggedIn,
    facts: new Map(known.map((fact) => [fact.account_id, fact])),
    places,
    ways: computeWays(opened),
    postsOf: Map.groupBy(placed, ({ post }) => post.account_id),
    reactionsAround: around(opened.flatMap(({ reactions }) => reactions)),
    commentsAround: around(comments),
  };
}

function toClassReport(form: Form, feed: FormFeed | undefined): ClassReport {
  const totals = feed && totalsOf(feed)[FORM_KEYS[form]];
  const counts = new Map(feed?.distribution.counts.map(({ response_id, count }) => [response_id, count]));
  return {
    form,
    question_id: feed?.question.version.question_id ?? null,
    responses: feed?.question.version.responses.map(({ id, title }) => ({ response_id: id, response: title, students: counts.get(id) ?? 0 })) ?? [],
    total_likes: totals?.total_likes ?? 0,
    total_comments: totals?.total_comments ?? 0,
  };
}
