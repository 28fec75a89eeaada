import type { CourseWorkRowView, CourseWorkView } from '@classwright/contract';
import { appNow } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Standing } from '../classes/index.ts';
import type { FileLinks } from '../../school/files/index.ts';
import { type ListedWork, listOwnSubmissions, listTallies } from './list-queries.ts';
import { type CourseWorkRow, listAssignees, listMaterials } from './queries.ts';
import { toStaffRowView, toStaffView, toStudentRowView, toStudentView } from './views.ts';

type Reader = { accountId: number };

/** Builds a work as the reader of a list may see it. */
export const presentRow = (row: ListedWork): CourseWorkRowView =>
  row.is_staff ? toStaffRowView(row, row.tally ?? undefined) : toStudentRowView(row, row.own ?? undefined);

/** Builds one work with all its fields. */
export async function presentWork(db: Db, { accountId }: Reader, work: CourseWorkRow, standing: Standing, fileLinks: FileLinks): Promise<CourseWorkView> {
  const parts = { materials: await listMaterials(db, [work.id]), urlOf: fileLinks.at(await appNow(db)) };
  if (standing !== 'staff') return toStudentView(work, (await listOwnSubmissions(db, accountId, [work.id])).get(work.id), parts);
  const studentIds = (await listAssignees(db, [work.id])).map(({ account_id }) => account_id);
  return toStaffView(work, (await listTallies(db, [work.id])).get(work.id), { ...parts, studentIds });
}
