/**
 * The work of classes: assignments, quiz assignments, questions and material, sorted by topics and by categories of
 * grades.
 *
 * Invariants: students see work that is posted and theirs, and of an unfinished assessment's work only its title and
 * its date; only staff see counts; a due instant is computed once, from the school's own day, by the rules; posted work
 * keeps its class, its students, its options and its attachments; work that leaves its class is archived, so that its
 * submissions and grades stay; data that must exist with posted work is created in the transaction that posts it.
 */
import type { Manifest } from '../../../manifest.ts';
import { scheduledJob } from '../../../platform/jobs/index.ts';
import { assessmentChanged } from '../assessments/index.ts';
import type { ClassworkDependencies } from './dependencies.ts';
import { workFiles } from './file-use.ts';
import { followAssessment } from './follow-assessment.ts';
import { implementWorkQuestions } from './questions.ts';
import { implementGradeSettings } from './settings.ts';
import { maintainWork } from './work-maintenance.ts';
import { implementWorkKeeping } from './work-keep.ts';
import { implementWorkLists } from './work-list.ts';
import { implementWorkSave } from './work-save.ts';

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

export function classworkModule(dependencies: ClassworkDependencies): Manifest {
  const { db, notifier, room } = dependencies;
  return {
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
