import { assessmentArchive, assessmentCopy, assessmentDelete, withoutMarks } from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { findDependents, inWords } from '../../../platform/reference-lists/index.ts';
import { refuseArchivedClass } from '../classes/index.ts';
import { getKeptAssessment, getReachableAssessment, requireUntouched } from './access.ts';
import type { AssessmentDependencies } from './dependencies.ts';
import {
  type AssessmentRow,
  copyAttachments,
  eraseAssessment,
  findAssessment,
  findSchoolDay,
  insertAssessment,
  listQuestionIds,
  setArchived,
} from './queries.ts';
import { assessmentChanged, reachChanged } from './events.ts';
import { recordOf } from './save.ts';

const MAX_TITLE_CHARACTERS = 255;
/** Tables whose rows are deleted with the assessment. */
const PARTS = ['assessment_questions', 'assessment_attachments'];

/** Archives, deletes and copies assessments. */
export function implementAssessmentKeeping({ t, presenter }: AssessmentDependencies): Implementation[] {
  return [
    implement(assessmentDelete, async ({ tx, actor, input, requestId }) => {
      const row = await getKeptAssessment(tx, actor, input.id);
      await refuseArchivedClass(tx, row.class_id);
      requireUntouched(row);
      await assessmentChanged.announce(tx, { assessmentId: row.id, isGoing: true });
      const dependents = (await findDependents(tx, 'assessments', row.id, t)).filter(({ table }) => !PARTS.includes(table));
      if (dependents.length > 0) throw appError('IN_USE', { name: row.title, dependents: inWords(dependents, t), depends_on: dependents });
      const before = recordOf(row, await listQuestionIds(tx, row.id));
      await eraseAssessment(tx, row.id);
      reachChanged.announce(tx, { assessmentId: row.id });
      await audit(tx, actor, { action: assessmentDelete.name, subjectType: 'assessment', subjectId: row.id, before, requestId });
      return { message: t('assessment.deleted'), id: row.id };
    }),
    implement(assessmentArchive, async ({ tx, actor, input, requestId }) => {
      const row = await getKeptAssessment(tx, actor, input.id);
      // archiving a finished one does not change its class: its owner may sort their own list
      if (row.status !== 'finished') await refuseArchivedClass(tx, row.class_id);
      if (row.running) throw appError('SESSION_RUNNING');
      if (row.is_archived !== input.is_archived) {
        await setArchived(tx, row.id, input.is_archived);
        await assessmentChanged.announce(tx, { assessmentId: row.id, isGoing: false });
        reachChanged.announce(tx, { assessmentId: row.id });
        const change = { before: { is_archived: row.is_archived }, after: { title: row.title, is_archived: input.is_archived } };
        await audit(tx, actor, { action: assessmentArchive.name, subjectType: 'assessment', subjectId: row.id, ...change, requestId });
      }
      const [assessment] = await presenter.rows(tx, actor, [(await findAssessment(tx, row.id)) as AssessmentRow]);
      if (!assessment) throw appError('ASSESSMENT_NOT_FOUND');
      return { assessment, message: t(input.is_archived ? 'assessment.archived' : 'assessment.unarchived') };
    }),
    implement(assessmentCopy, async ({ tx, actor, input, requestId }) => {
      const original = await getReachableAssessment(tx, actor, input.id);
      const questionIds = await listQuestionIds(tx, original.id);
      const ownerId = actor.isAdmin ? original.account_id : actor.accountId;
      const id = await insertAssessment(tx, { ...contentOf(original), account_id: ownerId, title: await titleOfCopy(tx, original) }, questionIds);
      await copyAttachments(tx, original.id, id);
      const copy = (await findAssessment(tx, id)) as AssessmentRow;
      const after = { ...recordOf(copy, questionIds), copy_of: original.id };
      await audit(tx, actor, { action: assessmentCopy.name, subjectType: 'assessment', subjectId: id, after, requestId });
      const assessment = await presenter.one(tx, actor, copy);
      return { assessment, data: assessment, message: t('assessment.created') };
    }),
  ];

  /** Returns a title such as "Simple circuits Copy 2026-03-31", with the date at the school. */
  async function titleOfCopy(tx: Tx, { id, title }: AssessmentRow): Promise<string> {
    const date = await findSchoolDay(tx, id);
    const words = withoutMarks(t);
    const whole = words('assessment.copyTitle', { title, date });
    const excess = whole.length - MAX_TITLE_CHARACTERS;
    return excess <= 0 ? whole : words('assessment.copyTitle', { title: title.slice(0, -excess).trimEnd(), date });
  }
}

/** Returns the fields that a copy keeps: not the class, its topic or the schedule. */
function contentOf(row: AssessmentRow) {
  const { level_id, protocol_id, subject_id, group_id, grade_id, standard_id, max_point, overall_grade } = row;
  return {
    ...{ level_id, protocol_id, subject_id, group_id, grade_id, standard_id, max_point, overall_grade },
    class_id: null,
    description: JSON.stringify(row.description),
    rubric: JSON.stringify(row.rubric),
  };
}
