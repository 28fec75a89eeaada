import { queryClient } from '../../../../base/query-client.ts';
import { type AttentionStudent, attentionKey, newestReason, markAsDone, showAgain } from './calls.ts';

/** Dismisses a student again with the earlier note. Returns the server's message. */
export async function dismissAgain(courseId: number, student: AttentionStudent): Promise<string> {
  const body = { course_id: courseId, account_ids: [student.account_id], note: student.done?.note ?? '', seen_at: newestReason([student]) };
  const { message } = await markAsDone(body, crypto.randomUUID());
  await queryClient.invalidateQueries({ queryKey: attentionKey(courseId) });
  return message;
}

/** Restores dismissed students to the list. Returns the server's message. */
export async function restoreToList(courseId: number, accountIds: number[]): Promise<string> {
  const { message } = await showAgain({ course_id: courseId, account_ids: accountIds }, crypto.randomUUID());
  await queryClient.invalidateQueries({ queryKey: attentionKey(courseId) });
  return message;
}
