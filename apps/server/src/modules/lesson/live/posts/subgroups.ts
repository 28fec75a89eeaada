import type { TeacherSnapshotView } from '@classwright/contract';
import type { Branch } from '@classwright/rules/results/branches';
import { computeSubgroups } from '@classwright/rules/results/subgroups';
import type { Db } from '../../../../platform/database/index.ts';
import { listRosterField } from '../../../people/profiles/index.ts';
import { getSettingsOfClass } from '../../../class/settings/index.ts';

/** Loads the results of groups of a class in a lesson, as far as its school allows; null where it allows none. */
export async function loadSubgroups(db: Db, courseId: number, branches: readonly Branch[]): Promise<TeacherSnapshotView['subgroups']> {
  const { subgroup_field: field } = await getSettingsOfClass(db, courseId);
  if (field === null) return null;
  const values = await listRosterField(
    db,
    branches.flatMap(({ account_ids }) => account_ids),
    field,
  );
  const students = branches.flatMap(({ first, second, transfer, account_ids }) =>
    account_ids.map((id) => ({ value: values.get(id) ?? '', first, second, transfer })),
  );
  return { field, groups: computeSubgroups(students) };
}
