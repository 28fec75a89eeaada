import { courseWorkQuestions, OWN_FILE } from '@classwright/contract';
import { appNow } from '../../../platform/clock.ts';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { standingIn } from '../classes/index.ts';
import { loadQuestionVersions, toRichTextView } from '../../bank/questions/index.ts';
import type { ClassworkDependencies } from './dependencies.ts';
import { findAssessmentOfClass, listAskedVersions } from './assessment-queries.ts';

/** Implements the questions of a work, without their keys. */
export function implementWorkQuestions({ fileLinks }: Pick<ClassworkDependencies, 'fileLinks'>): Implementation {
  return implement(courseWorkQuestions, async ({ tx, actor, input }) => {
    const assessment = await findAssessmentOfClass(tx, input.assessment_id);
    const standing = assessment ? await standingIn(tx, actor, assessment.class_id) : 'none';
    if (!assessment || standing === 'none') throw appError('ASSESSMENT_NOT_FOUND');
    // students see no question before its form opens, and forms open only in the lesson
    if (standing === 'student' && assessment.status !== 'finished') return { data: [] };
    const ids = await listAskedVersions(tx, assessment.id);
    const versions = await loadQuestionVersions(tx, ids);
    const urlOf = fileLinks.at(await appNow(tx));
    return {
      data: ids.flatMap((id) => {
        const version = versions.get(id);
        if (!version) return [];
        const google_drive_link = version.attachments.map(({ name, file_id, mime_type, external }) => {
          const url = file_id === null ? (external?.url ?? '') : urlOf(file_id);
          return {
            name,
            url,
            res_url: url,
            mimeType: mime_type ?? external?.mimeType ?? '',
            type: file_id === null ? (external?.type ?? '') : OWN_FILE,
            file_id,
          };
        });
        return [{ title: version.title, description: toRichTextView(version.description, urlOf), google_drive_link }];
      }),
    };
  });
}
