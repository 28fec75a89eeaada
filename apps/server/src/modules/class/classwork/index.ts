/**
 * The work of classes: assignments, quiz assignments, questions and material, sorted by topics and by categories of
 * grades.
 *
 * Invariants: students see work that is posted and theirs, and of an unfinished assessment's work only its title and
 * its date; only staff see counts; a due instant is computed once, from the school's own day, by the rules; posted work
 * keeps its class, its students, its options and its attachments; work that leaves its class is archived, so that its
 * submissions and grades stay; data that must exist with posted work is created in the transaction that posts it.
 */
import type { Manifest, FileUse, NamedUse } from '../../../manifest.ts';
import { scheduledJob } from '../../../platform/jobs/index.ts';
import { assessmentChanged } from '../assessments/index.ts';
import type { ClassworkDependencies } from './dependencies.ts';
import { AppError, appError } from '../../../platform/errors.ts';
import type { Db } from '../../../platform/database/index.ts';
import { type Person, implement, type Implementation } from '../../../platform/http/index.ts';
import { ASKED_FILE, MAX_NAMED } from '../../school/files/index.ts';
import { getVisibleWork } from './access.ts';
import { type CourseWorkRow, listWorksWithFile, worksWith } from './queries.ts';
import { followAssessment } from './follow-assessment.ts';
import { courseWorkQuestions, OWN_FILE } from '@classwright/contract';
import { appNow } from '../../../platform/clock.ts';
import { standingIn } from '../classes/index.ts';
import { loadQuestionVersions, toRichTextView } from '../../bank/questions/index.ts';
import { findAssessmentOfClass, listAskedVersions } from './assessment-queries.ts';
import { implementGradeSettings } from './settings.ts';
import { maintainWork } from './work-maintenance.ts';
import { implementWorkKeeping } from './work-keep.ts';
import { implementWorkLists } from './work-list.ts';
import { implementWorkSave } from './work-save.ts';
import { personalData } from './personal-data.ts';

export { followAssessment } from './follow-assessment.ts';

export {
  keepWorkExternal,
  listOutsideWorks,
  lockOutsideWorks,
  type OutsideFields,
  type OutsideWork,
  setOutsideWorksArchived,
  importAssignees,
  importNewWorks,
  importWorkChanges,
  type WorkFromOutside,
} from './from-outside.ts';
export { lockWork } from './queries.ts';
export { archiveWork, changeWork, saveWork, type Telling } from './service.ts';
export { type SettingsFromOutside, importGradeSettings } from './settings.ts';
export { type PointsChange, pointsChanged, workPosted } from './work-events.ts';

/** The files of classwork, for everyone who sees the work: attached, or as a picture in its instructions. */
const workFiles: FileUse = {
  holders: { course_works: worksWith(ASKED_FILE) },
  async list(db, actor, fileId) {
    const named: NamedUse[] = [];
    for (const { id } of (await listWorksWithFile(db, fileId)).slice(0, MAX_NAMED)) {
      const work = await findSeenWork(db, actor, id);
      if (work) named.push({ table: 'course_works', id, name: work.title, course_id: work.course_id });
    }
    return named;
  },
  async canRead(db, actor, fileId) {
    for (const { id } of await listWorksWithFile(db, fileId)) if (await findSeenWork(db, actor, id)) return true;
    return false;
  },
};

/**
 * Returns the work for people who see its content. While an assessment is unfinished, students see only the title and
 * date of its work.
 */
async function findSeenWork(db: Db, person: Person, workId: number): Promise<CourseWorkRow | null> {
  try {
    const { work, standing } = await getVisibleWork(db, person, workId);
    return standing === 'staff' || work.assessment_id === null || work.assessment_status === 'finished' ? work : null;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

export function classworkModule(dependencies: ClassworkDependencies): Manifest {
  const { db, notifier, room } = dependencies;
  return {
    personalData,
    implementations: [
      ...implementWorkLists(dependencies),
      ...implementWorkSave(dependencies),
      ...implementWorkKeeping(dependencies),
      implementWorkQuestions(dependencies),
      ...implementGradeSettings(dependencies),
    ],
    jobs: [scheduledJob('classwork.tend', 1, () => maintainWork(db, { notifier, room }))],
    fileUses: [workFiles],
    listens: [assessmentChanged.listen((tx, { assessmentId, isGoing }) => followAssessment(tx, assessmentId, { notifier, room }, { isGoing }))],
  };
}

/** Implements the questions of a work, without their keys. */
function implementWorkQuestions({ fileLinks }: Pick<ClassworkDependencies, 'fileLinks'>): Implementation {
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
