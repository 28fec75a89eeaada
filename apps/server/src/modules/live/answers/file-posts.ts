import type { Form } from '@classwright/contract';
import type { AnswerContent } from '@classwright/rules/live';
import { isEmptyDocument, toPlainText } from '@classwright/rules/rich-text';
import type { Tx } from '../../../platform/database/index.ts';
import type { Censor, NewOriginal } from '../../censorship/index.ts';
import { insertPosts, type NewPost } from './queries.ts';

/** Where posts are filed. */
export interface FilingPlace {
  courseId: number;
  assessmentId: number;
  sessionId: number;
  phaseId: number;
  form: Form;
}

type Written = AnswerContent & Pick<NewPost, 'account_id' | 'filed_by' | 'posted_at'>;

/**
 * Files posts of a phase as others may read them, and keeps what was written where words were replaced. One that its
 * student already has stays as it is. Returns the new ones.
 */
export async function filePosts(tx: Tx, censor: Censor, place: FilingPlace, written: readonly Written[]): Promise<(NewPost & { id: number })[]> {
  const hasWords = written.some(({ comment }) => !isEmptyDocument(comment));
  const classCensor = hasWords ? await censor.forClass(tx, place.courseId) : null;
  const posts: (NewPost & { words: string[]; original: Written['comment'] })[] = [];
  for (const { comment: original, ...post } of written) {
    const { value: comment, words } = classCensor ? await classCensor.document(original) : { value: original, words: [] };
    const shown = { comment, comment_text: toPlainText(comment), is_censored: words.length > 0 };
    posts.push({ ...post, ...shown, session_id: place.sessionId, phase_id: place.phaseId, words, original });
  }
  const ids = await insertPosts(
    tx,
    posts.map(({ words: _words, original: _original, ...post }) => post),
  );
  const filed = posts.flatMap((post) => {
    const id = ids.get(post.account_id);
    return id === undefined ? [] : [{ ...post, id }];
  });
  await censor.keep(
    tx,
    filed.filter(({ is_censored }) => is_censored).map((post) => toOriginal(post, place)),
  );
  return filed.map(({ words: _words, original: _original, ...post }) => post);
}

function toOriginal(post: NewPost & { id: number; words: string[]; original: Written['comment'] }, { courseId, assessmentId, form }: FilingPlace): NewOriginal {
  return {
    subject_type: 'live_post',
    subject_id: post.id,
    field: 'comment',
    account_id: post.account_id,
    course_id: courseId,
    assessment_id: assessmentId,
    form,
    original: post.original,
    shown: post.comment,
    words: post.words,
  };
}
