import { queryClient } from '../../../../base/query-client.ts';
import { type AttentionStudent, attentionKey, newestReason, putAway, takeBack } from './calls.ts';

/** Dismisses a student again with the earlier note. Returns the server's message. */
export async function putAwayAgain(courseId: number, student: AttentionStudent): Promise<string> {
  const body = { course_id: courseId, account_ids: [student.account_id], note: student.done?.note ?? '', seen_at: newestReason([student]) };
  const { message } = await putAway(body, crypto.randomUUID());
  await queryClient.invalidateQueries({ queryKey: attentionKey(courseId) });
  return message;
}

/** Restores dismissed students to the list. Returns the server's message. */
export async function takeBackFrom(courseId: number, accountIds: number[]): Promise<string> {
  const { message } = await takeBack({ course_id: courseId, account_ids: accountIds }, crypto.randomUUID());
  await queryClient.invalidateQueries({ queryKey: attentionKey(courseId) });
  return message;
}
