import type { HiddenView, MessageKey, Translate } from '@classwright/contract';
import { computeAlias, toAliasId } from '@classwright/rules/live';
import type { Db } from '../../../../platform/database/index.ts';
import { fullName } from '../../../people/accounts/index.ts';
import type { SessionRow } from '../queries.ts';
import type { CommentRows } from './comments.ts';
import { type HiddenRow, listAliases, listHidden } from './audience-queries.ts';
import type { CommentRow, FeedPart, FeedPostRow, ReactionRow, ReplyRow } from './queries.ts';

/**
 * The readers of posts. `staff` read names and what is hidden; `class` reads names, and nothing that is hidden (LIVE-114);
 * `nameless` is a class that reads aliases instead of the names of students (LIVE-112).
 */
export type ReadsAs = 'staff' | 'class' | 'nameless';

/** Returns how people read the posts of a session. */
export const readsAs = (isStaff: boolean, { with_names }: Pick<SessionRow, 'with_names'>): ReadsAs => {
  if (isStaff) return 'staff';
  return with_names ? 'class' : 'nameless';
};

type Said = { posts: readonly FeedPostRow[]; reactions: readonly ReactionRow[] } & Pick<CommentRows, 'comments' | 'replies'>;

/** The hidden texts of some posts, and the aliases of the students who wrote or reacted there. */
export interface Mask {
  /** Returns true when the class may not read the text. */
  isHidden(type: HiddenRow['subject_type'], id: number): boolean;
  /** Returns what staff see of a text that was hidden, or undefined. */
  hiddenView(type: HiddenRow['subject_type'], id: number): HiddenView | undefined;
  /** Returns the rows as these readers may read them. Hidden posts stay among the posts, for their author. */
  forReaders(said: Said, as: ReadsAs): Said;
}

/** Returns the name that classmates read for an alias number. */
function nameAlias(t: Translate<MessageKey>, number: number): string {
  const { color, animal, round } = computeAlias(number);
  const name = t('live.alias', { color: t(`live.alias.${color}`), animal: t(`live.alias.${animal}`) });
  return round === 1 ? name : `${name} ${round}`;
}

/**
 * Loads what classmates may not read of these rows: also words that were read before their author rewrote them, since
 * those are the hidden ones.
 */
export async function loadMask(
  { t }: { t: Translate<MessageKey> },
  db: Db,
  session: Pick<SessionRow, 'id' | 'with_names'>,
  part: FeedPart,
  said: Said,
): Promise<Mask> {
  const hidden = new Map((await listHidden(db, part)).map((row) => [`${row.subject_type} ${row.subject_id}`, row]));
  const names = session.with_names ? new Map<number, Named>() : await loadAliasNames(t, db, session.id, said);
  const read = new Map([
    ...said.posts.map(({ id, comment_text }) => [`post ${id}`, comment_text] as const),
    ...said.comments.map(({ id, comment }) => [`comment ${id}`, comment] as const),
    ...said.replies.map(({ id, reply }) => [`reply ${id}`, reply] as const),
  ]);
  const isHidden: Mask['isHidden'] = (type, id) => {
    const row = hidden.get(`${type} ${id}`);
    const words = read.get(`${type} ${id}`);
    return row !== undefined && (row.is_hidden || (words !== undefined && words !== row.text));
  };
  const named = <Row extends { account_id: number }>(row: Row): Row => ({ ...row, ...names.get(row.account_id) });
  return {
    isHidden,
    hiddenView: (type, id) => {
      const row = hidden.get(`${type} ${id}`);
      return row && toHiddenView(row);
    },
    forReaders(rows, as) {
      if (as === 'staff') return rows;
      const { posts, reactions } = rows;
      const comments = rows.comments.filter(({ id }) => !isHidden('comment', id));
      const replies = rows.replies.filter(({ id }) => !isHidden('reply', id));
      if (as === 'class') return { posts, reactions, comments, replies };
      return { posts: posts.map(named), reactions: reactions.map(named), comments: comments.map(named), replies: replies.map(named) };
    },
  };
}

export const toHiddenView = (row: HiddenRow): HiddenView => ({
  is_hidden: row.is_hidden,
  reason: row.reason,
  words: row.words,
  hidden_by: fullName(row),
  hidden_at: row.hidden_at.toISOString(),
  original: row.original,
});

type Named = Pick<ReplyRow, 'account_id' | 'first_name' | 'last_name' | 'picture_file_id'>;

async function loadAliasNames(t: Translate<MessageKey>, db: Db, sessionId: number, { posts, ...others }: Said): Promise<Map<number, Named>> {
  const byStudents = [others.reactions, others.comments, others.replies].flatMap((rows: readonly (ReactionRow | CommentRow | ReplyRow)[]) =>
    rows.filter(({ by_student }) => by_student),
  );
  const students = [...posts, ...byStudents].map(({ account_id }) => account_id);
  const aliases = students.length === 0 ? new Map<number, number>() : await listAliases(db, sessionId, students);
  return new Map([...aliases].map(([accountId, number]) => [accountId, toAliasRow(t, number)]));
}

const toAliasRow = (t: Translate<MessageKey>, number: number): Named => ({
  account_id: toAliasId(number),
  first_name: nameAlias(t, number),
  last_name: '',
  picture_file_id: null,
});

/** Builds the part of a student's own view that says how classmates know the student; nothing in a lesson with names. */
export const toAliasPart = (t: Translate<MessageKey>, number: number | undefined): { alias?: { id: number; name: string } } =>
  number === undefined ? {} : { alias: { id: toAliasId(number), name: nameAlias(t, number) } };
