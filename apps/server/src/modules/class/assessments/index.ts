/**
 * Assessments: two questions for one class.
 *
 * Invariants: an assessment has exactly two questions, the first asked in Form - 1A and Form - 1B, the second in Form -
 * 2; one with attempts cannot change, and a finished one never runs again; only its owner and Admins change it; people
 * without reach to one get the answer that it does not exist.
 */
import { type MessageKey, type Translate, assessmentGet, assessmentPeriods } from '@classwright/contract';
import type { Manifest, FileUse, NamedUse } from '../../../manifest.ts';
import { ASKED_FILE, type FileLinks, type FileStorage, MAX_NAMED } from '../../school/files/index.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { getReachableAssessment, canReachAssessment } from './access.ts';
import { implementAssessmentHint } from './assessment-hint.ts';
import { implementAssessmentKeeping } from './assessment-keep.ts';
import { implementAssessmentList } from './assessment-list.ts';
import { implementAssessmentSave } from './assessment-save.ts';
import { assessmentsWith, listAssessmentsWithFile } from './file-use-queries.ts';
import type { AssessmentDependencies } from './dependencies.ts';
import { implementReferenceList } from '../../../platform/reference-lists/index.ts';
import { standingIn } from '../classes/index.ts';
import { isPeriodFree } from './queries.ts';
import { createPresenter } from './present.ts';
import { personalData } from './personal-data.ts';

export { createUnfinishedPages } from './assessment-list.ts';
export { finishAssessment, freezeQuestions } from './run.ts';
export { assessmentChanged, reachChanged } from './events.ts';
export { createAssessment, type NewAssessment } from './service.ts';
export { insertRehearsal } from './queries.ts';
export { toScheduleView } from './views.ts';

/** The files of assessments, for everyone who reaches one of them. */
const assessmentFiles: FileUse = {
  holders: { assessments: assessmentsWith(ASKED_FILE) },
  async list(db, actor, fileId) {
    const named: NamedUse[] = [];
    for (const { id, title } of (await listAssessmentsWithFile(db, fileId)).slice(0, MAX_NAMED))
      if (await canReachAssessment(db, actor, id)) named.push({ table: 'assessments', id, name: title, course_id: null });
    return named;
  },
  async canRead(db, actor, fileId) {
    for (const { id } of await listAssessmentsWithFile(db, fileId)) if (await canReachAssessment(db, actor, id)) return true;
    return false;
  },
};

export interface AssessmentsOptions {
  t: Translate<MessageKey>;
  fileLinks: FileLinks;
  storage: FileStorage;
}

export function assessmentsModule({ t, storage, fileLinks }: AssessmentsOptions): Manifest {
  const dependencies: AssessmentDependencies = { t, storage, presenter: createPresenter(fileLinks) };
  const implementations = [
    implementAssessmentList(dependencies),
    implementAssessmentGet(dependencies),
    ...implementAssessmentSave(dependencies),
    ...implementAssessmentKeeping(dependencies),
    implementAssessmentHint(dependencies),
    ...implementAssessmentPeriods({ t }),
  ];
  return { personalData, implementations, fileUses: [assessmentFiles] };
}

/** Returns one assessment with both questions, for everyone who reaches it; 404 for everyone else. */
function implementAssessmentGet({ presenter }: AssessmentDependencies): Implementation {
  return implement(assessmentGet, async ({ tx, input, actor }) => {
    const assessment = await presenter.one(tx, actor, await getReachableAssessment(tx, actor, input.id));
    return { assessment, data: assessment };
  });
}

/**
 * Returns the list of periods. For a class and a day it holds only free ones, where the class has no other assessment.
 * `period_id` is always included. A class of another person does not filter.
 */
function implementAssessmentPeriods({ t }: { t: Translate<MessageKey> }): Implementation[] {
  return implementReferenceList(assessmentPeriods, {
    t,
    hooks: {
      async matching(db, actor, { class_id, schedule_date, period_id }) {
        if (typeof class_id !== 'number' || typeof schedule_date !== 'string') return null;
        if ((await standingIn(db, actor, class_id)) !== 'staff') return null;
        return isPeriodFree({ classId: class_id, scheduleDate: schedule_date, periodId: typeof period_id === 'number' ? period_id : null });
      },
    },
  });
}
