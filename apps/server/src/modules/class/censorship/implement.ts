import {
  type MessageKey,
  type Translate,
  censoredTextGet,
  censoredTextList,
  censoredTextReview,
  type CensoredOriginalView,
  type CensoredTextView,
  type RichTextDocument,
} from '@classwright/contract';
import type { ManifestWith } from '../../../manifest.ts';
import { type Censor, createCensor } from './censor.ts';
import { auditView, audit } from '../../../platform/audit/index.ts';
import { implement, type Implementation, type Person } from '../../../platform/http/index.ts';
import type { Db } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { getOriginal, listCensoredClasses, listCensoredTexts, setReviewed, type CensoredRow, findCensoredText } from './review-queries.ts';
import { toDocument, toPlainText } from '@classwright/rules/rich-text/index';
import { toPagination } from '../../../platform/lists.ts';
import { computeOwnerReach } from '../../../platform/reach.ts';
import { personalData } from './personal-data.ts';

const KINDS = { live_post: 'post', post_comment: 'comment', comment_reply: 'reply', announcement_comment: 'reply' } as const;

/** Builds a text for reviewers, without the original. */
function toCensoredTextView(row: CensoredRow): CensoredTextView {
  return {
    id: row.id,
    kind: KINDS[row.subject_type],
    writer: { id: row.account_id, first_name: row.first_name, last_name: row.last_name },
    class_id: row.course_id,
    class_name: row.course_name,
    assessment_id: row.assessment_id,
    assessment_title: row.assessment_title,
    form: row.form,
    shown_text: toPlainText(asDocument(row.shown)),
    created_at: row.created_at.toISOString(),
    reviewed_at: row.reviewed_at?.toISOString() ?? null,
    reviewed_by: row.reviewed_by,
  };
}

/** Builds a text with the original. Use it only where the access is audited. */
function toCensoredOriginalView(row: CensoredRow, { original, words }: { original: unknown; words: string[] }): CensoredOriginalView {
  return { ...toCensoredTextView(row), original: asDocument(original), shown: asDocument(row.shown), words };
}

/** Converts a stored original to a document. Comments and replies are stored as strings. */
function asDocument(kept: unknown): RichTextDocument {
  return toDocument(kept as string | RichTextDocument);
}

/** Creates the censor, and the staff review of censored texts. The word lists are edited like every other list. */
export function censorshipModule({ t }: { t: Translate<MessageKey> }): ManifestWith<{ censor: Censor }> {
  return {
    personalData,
    parts: { censor: createCensor() },
    implementations: [implementCensoredTextList(), implementCensoredTextGet(), implementCensoredTextReview(t)],
  };
}

/** Shows the original of a student's text and records who looked. The original does not go into the audit trail. */
function implementCensoredTextGet(): Implementation {
  return implement(censoredTextGet, async ({ tx, input, actor, requestId }) => {
    const row = await getReviewedText(tx, actor, input.id);
    await auditView(tx, actor, { action: censoredTextGet.name, subjectType: 'censored_original', subjectId: row.id, ownerId: row.account_id, requestId });
    return { censored_text: toCensoredOriginalView(row, await getOriginal(tx, row.id)) };
  });
}

/** Lists texts with replaced words, as others read them. */
function implementCensoredTextList(): Implementation {
  return implement(censoredTextList, async ({ tx, input, actor }) => {
    const reviewer = computeOwnerReach(actor);
    const { rows, total } = await listCensoredTexts(tx, reviewer, input);
    return { data: rows.map(toCensoredTextView), pagination: toPagination(input, total), classes: await listCensoredClasses(tx, reviewer) };
  });
}

/** Marks a text as reviewed or removes the mark. A repeat changes nothing. */
function implementCensoredTextReview(t: Translate<MessageKey>): Implementation {
  return implement(censoredTextReview, async ({ tx, input, actor, requestId }) => {
    const { reviewed } = input;
    const before = await getReviewedText(tx, actor, input.id);
    const hasChanged = await setReviewed(tx, before.id, reviewed ? actor.accountId : null);
    if (hasChanged)
      await audit(tx, actor, {
        action: censoredTextReview.name,
        subjectType: 'censored_original',
        subjectId: before.id,
        before: { reviewed: !reviewed },
        after: { reviewed },
        requestId,
      });
    const after = hasChanged ? await getReviewedText(tx, actor, before.id) : before;
    return { censored_text: toCensoredTextView(after), message: t(reviewed ? 'censored.marked' : 'censored.unmarked') };
  });
}

/**
 * Returns a censored text for review. Teachers review the texts of their classes, Admins all. @throws
 * CENSORED_TEXT_NOT_FOUND, also for a text of another teacher's class
 */
async function getReviewedText(db: Db, person: Person, id: number): Promise<CensoredRow> {
  const row = await findCensoredText(db, computeOwnerReach(person), id);
  if (!row) throw appError('CENSORED_TEXT_NOT_FOUND');
  return row;
}
