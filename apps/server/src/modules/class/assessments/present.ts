import type { AssessmentRowView, AssessmentView } from '@classwright/contract';
import { appNow } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Actor } from '../../../platform/http/index.ts';
import type { FileLinks } from '../../school/files/index.ts';
import { loadQuestionVersions, type QuestionVersion } from '../../bank/questions/index.ts';
import { type AssessmentListRow, type AssessmentRow, type AttachmentRow, listAssessmentAttachments, listQuestionVersions } from './queries.ts';
import { type Reader, toAssessmentRowView, toAssessmentView } from './views.ts';

/** Presents assessments as the person who asks may see them. */
export interface Presenter {
  rows: (db: Db, actor: Actor, rows: readonly AssessmentListRow[]) => Promise<AssessmentRowView[]>;
  one: (db: Db, actor: Actor, row: AssessmentRow) => Promise<AssessmentView>;
}

export function createPresenter(fileLinks: FileLinks): Presenter {
  const readerOf = async (db: Db, actor: Actor): Promise<Reader> => ({
    accountId: actor.accountId,
    isAdmin: actor.isAdmin,
    urlOf: fileLinks.at(await appNow(db)),
  });
  return {
    async rows(db, actor, rows) {
      const attachments = new Map<number, AttachmentRow[]>(rows.map(({ id }) => [id, []]));
      for (const attachment of await listAssessmentAttachments(db, [...attachments.keys()])) attachments.get(attachment.assessment_id)?.push(attachment);
      const reader = await readerOf(db, actor);
      return rows.map((row) => toAssessmentRowView(row, attachments.get(row.id) ?? [], reader));
    },
    async one(db, actor, row) {
      const ids = (await listQuestionVersions(db, row.id)).map(({ question_version_id }) => question_version_id);
      const versions = await loadQuestionVersions(db, ids);
      const questions = ids.map((id) => versions.get(id) as QuestionVersion);
      return toAssessmentView(row, { questions, attachments: await listAssessmentAttachments(db, [row.id]), reader: await readerOf(db, actor) });
    },
  };
}
