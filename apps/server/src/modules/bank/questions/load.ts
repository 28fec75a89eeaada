import type { Db } from '../../../platform/database/index.ts';
import { listAttachments, listResponses, listVersions, type QuestionVersion } from './queries.ts';

/**
 * Loads versions with their responses and attachments by id, in three queries for any number. Every id must exist: a
 * version is never erased.
 */
export async function loadQuestionVersions(db: Db, ids: readonly number[]): Promise<Map<number, QuestionVersion>> {
  const versions = new Map<number, QuestionVersion>();
  if (ids.length === 0) return versions;
  for (const version of await listVersions(db, ids)) versions.set(version.id, { ...version, responses: [], attachments: [] });
  for (const { question_version_id, ...response } of await listResponses(db, ids)) versions.get(question_version_id)?.responses.push(response);
  for (const { question_version_id, ...attachment } of await listAttachments(db, ids)) versions.get(question_version_id)?.attachments.push(attachment);
  const missing = ids.filter((id) => !versions.has(id));
  if (missing.length > 0) throw new Error(`question versions ${missing.join(', ')} do not exist`);
  return versions;
}
