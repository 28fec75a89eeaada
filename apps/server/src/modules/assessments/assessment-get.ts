import { assessmentGet } from '@classwright/contract';
import { appNow } from '../../platform/clock.ts';
import { implement, type Implementation } from '../../platform/http/index.ts';
import type { FileLinks } from '../files/index.ts';
import { loadQuestionVersions, type QuestionVersion } from '../questions/index.ts';
import { getReachableAssessment } from './access.ts';
import { listAssessmentAttachments, listQuestionVersions } from './queries.ts';
import { toAssessmentView } from './views.ts';

/** One assessment with both questions, for whoever reaches it; 404 for everybody else. */
export function implementAssessmentGet({ fileLinks }: { fileLinks: FileLinks }): Implementation {
  return implement(assessmentGet, async ({ tx, input, actor }) => {
    const row = await getReachableAssessment(tx, actor, input.id);
    const ids = (await listQuestionVersions(tx, row.id)).map(({ question_version_id }) => question_version_id);
    const versions = await loadQuestionVersions(tx, ids);
    const assessment = toAssessmentView(row, {
      questions: ids.map((id) => versions.get(id) as QuestionVersion),
      attachments: await listAssessmentAttachments(tx, row.id),
      urlOf: fileLinks.at(await appNow(tx)),
      accountId: actor.accountId,
    });
    return { assessment, data: assessment };
  });
}
