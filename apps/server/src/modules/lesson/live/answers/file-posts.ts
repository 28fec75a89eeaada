import type { Form, RichTextDocument } from '@classwright/contract';
import type { AnswerContent } from '@classwright/rules/live';
import { isEmptyDocument, toPlainText } from '@classwright/rules/rich-text';
import type { Tx } from '../../../../platform/database/index.ts';
import type { Censor, NewOriginal } from '../../../class/censorship/index.ts';
import { insertPosts, type NewPost, postKey } from './queries.ts';

/** The session, form and author under which a post is filed. */
export interface FilingPlace {
  courseId: number;
  assessmentId: number;
  sessionId: number;
  phaseId: number;
  form: Form;
}

/** A student's text as others may read it. */
export interface ShownComment {
  comment: RichTextDocument;
  /** The entries of the word lists that were found in it; empty if nothing was replaced. */
  words: readonly string[];
}

/** A post in its original form and as it is shown. */
export type WrittenPost = FilingPlace & AnswerContent & Pick<NewPost, 'account_id' | 'filed_by' | 'posted_at'> & { shown: ShownComment };

type ClassCensor = Awaited<ReturnType<Censor['forClass']>>;

/** Returns the version of a comment that others may read; without a censor it is unchanged. */
export async function toShown(censor: ClassCensor | null, written: RichTextDocument): Promise<ShownComment> {
  const { value: comment, words } = censor ? await censor.document(written) : { value: written, words: [] };
  return { comment, words };
}

/** Returns the versions of several comments of one class that others may read. */
export async function listShown(tx: Tx, censor: Censor, courseId: number, written: readonly RichTextDocument[]): Promise<ShownComment[]> {
  const hasWords = written.some((comment) => !isEmptyDocument(comment));
  const classCensor = hasWords ? await censor.forClass(tx, courseId) : null;
  const shown: ShownComment[] = [];
  for (const comment of written) shown.push(await toShown(classCensor, comment));
  return shown;
}

/**
 * Files posts as others may read them, and stores the original where words were replaced. A post that its student
 * already has in the phase is unchanged. Returns the new ones by `postKey`.
 */
export async function filePosts(tx: Tx, censor: Censor, written: readonly WrittenPost[]): Promise<Map<string, NewPost & { id: number }>> {
  const posts = written.map(toNewPost);
  const ids = await insertPosts(tx, posts);
  const filed = new Map<string, NewPost & { id: number }>();
  const originals: NewOriginal[] = [];
  posts.forEach((post, index) => {
    const key = postKey(post.phase_id, post.account_id);
    const id = ids.get(key);
    if (id === undefined) return;
    filed.set(key, { ...post, id });
    if (post.is_censored) originals.push(toOriginal(written[index]!, id));
  });
  await censor.keep(tx, originals);
  return filed;
}

function toNewPost({ sessionId, phaseId, account_id, response_id, confidence, filed_by, posted_at, shown: { comment, words } }: WrittenPost): NewPost {
  const place = { session_id: sessionId, phase_id: phaseId, account_id };
  return {
    ...place,
    response_id,
    confidence: confidence ?? null,
    filed_by,
    posted_at,
    comment,
    comment_text: toPlainText(comment),
    is_censored: words.length > 0,
  };
}

function toOriginal({ account_id, courseId, assessmentId, form, comment, shown }: WrittenPost, id: number): NewOriginal {
  return {
    subject_type: 'live_post',
    subject_id: id,
    field: 'comment',
    account_id,
    course_id: courseId,
    assessment_id: assessmentId,
    form,
    original: comment,
    shown: shown.comment,
    words: [...shown.words],
  };
}
