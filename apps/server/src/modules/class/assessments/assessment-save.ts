import { assessmentCreate, type AssessmentInput, assessmentUpdate, assessmentUpdateByPost } from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { type Actor, implement, type Implementation, type StagedFile } from '../../../platform/http/index.ts';
import { refuseArchivedClass } from '../classes/index.ts';
import { getKeptAssessment, getReachableAssessment, requireUntouched } from './access.ts';
import type { AssessmentDependencies } from './dependencies.ts';
import { type AssessmentRow, findAssessment, insertAssessment, listQuestionIds, updateAssessment } from './queries.ts';
import { assessmentChanged, reachChanged } from './events.ts';
import { type Decided, decideAssessment, recordOf, saveAttachments } from './save.ts';

interface Call {
  tx: Tx;
  actor: Actor;
  files: readonly StagedFile[];
  requestId: string;
}
type Change = Call & { input: AssessmentInput & { id: number; updated_at?: string | undefined } };

/** Creates and edits an assessment in the form. */
export function implementAssessmentSave({ t, storage, presenter }: AssessmentDependencies): Implementation[] {
  const attach = (
    { tx, actor, files }: Call,
    id: number,
    { values }: Decided,
    { google_drive_link: attached }: AssessmentInput,
    before: AssessmentRow | null,
  ) => saveAttachments(tx, actor, id, { document: String(values.description), before, attached, files, storage });
  const answer = async ({ tx, actor }: Call, row: AssessmentRow, message: string) => {
    const assessment = await presenter.one(tx, actor, row);
    return { assessment, data: assessment, message };
  };

  async function change(call: Change) {
    const { tx, actor, input, requestId } = call;
    const before = await getKeptAssessment(tx, actor, input.id);
    await refuseArchivedClass(tx, before.class_id);
    requireUntouched(before);
    if (input.updated_at !== undefined && Date.parse(input.updated_at) !== before.updated_at.getTime())
      throw appError('EDIT_CONFLICT', { row: await presenter.one(tx, actor, before) });
    const questionIds = await listQuestionIds(tx, before.id);
    const decided = await decideAssessment(call, input, { ...before, questionIds });
    await updateAssessment(tx, before.id, decided.values, decided.questionIds);
    reachChanged.announce(tx, { assessmentId: before.id });
    await attach(call, before.id, decided, input, before);
    await assessmentChanged.announce(tx, { assessmentId: before.id, isGoing: false });
    const after = (await findAssessment(tx, before.id)) as AssessmentRow;
    const record = { before: recordOf(before, questionIds), after: recordOf(after, decided.questionIds) };
    await audit(tx, actor, { action: assessmentUpdate.name, subjectType: 'assessment', subjectId: before.id, ...record, requestId });
    return answer(call, after, t('assessment.updated'));
  }

  return [
    implement(assessmentCreate, async ({ input: { copy_of, ...input }, ...call }) => {
      const { tx, actor, requestId } = call;
      const original = copy_of === undefined ? null : await getReachableAssessment(tx, actor, copy_of);
      const decided = await decideAssessment(call, input, null);
      const rubric = original && !input.rubric ? { rubric: JSON.stringify(original.rubric) } : {};
      const id = await insertAssessment(tx, { ...decided.values, ...rubric }, decided.questionIds);
      await attach(call, id, decided, input, original);
      await assessmentChanged.announce(tx, { assessmentId: id, isGoing: false });
      const row = (await findAssessment(tx, id)) as AssessmentRow;
      const after = { ...recordOf(row, decided.questionIds), ...(original && { copy_of: original.id }) };
      await audit(tx, actor, { action: assessmentCreate.name, subjectType: 'assessment', subjectId: id, after, requestId });
      return answer(call, row, t('assessment.created'));
    }),
    implement(assessmentUpdate, change),
    implement(assessmentUpdateByPost, change),
  ];
}
