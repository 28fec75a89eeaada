import { rosterGet, rosterImport, type RosterImportView, type RosterUnknownTable } from '@classwright/contract';
import type { TestApp, TestPerson } from '../../../../testing/index.ts';

export interface UploadedRoster {
  status: number;
  errors: Record<string, string[]> | undefined;
  code: string | undefined;
  /** The import after it was read; null if it was refused. */
  import: RosterImportView | null;
  unknown: RosterUnknownTable[];
}

/** Uploads a roster and runs the job that reads it, and other due jobs. */
export async function uploadRoster(
  app: TestApp,
  by: TestPerson,
  files: { name: string; bytes: Buffer }[],
  body: Record<string, unknown> = {},
): Promise<UploadedRoster> {
  const reply = await by.call(rosterImport, { files, body });
  if (reply.status !== 201) return { status: reply.status, errors: reply.error?.errors, code: reply.error?.code, import: null, unknown: [] };
  await app.server.jobs.runDue();
  const read = (await by.call(rosterGet, { params: { id: reply.body.import.id } })).body;
  return { status: reply.status, errors: undefined, code: undefined, import: read.import, unknown: read.unknown };
}
