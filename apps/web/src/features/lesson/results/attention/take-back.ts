import { queryClient } from '../../../../base/query-client.ts';
import { type AttentionStudent, attentionKey, newestReason, putAway, takeBack } from './calls.ts';

/** Puts a name away as it was before, with its note. Returns what the server says of it. */
export async function putAwayAgain(courseId: number, student: AttentionStudent): Promise<string> {
  const body = { course_id: courseId, account_ids: [student.account_id], note: student.done?.note ?? '', seen_at: newestReason([student]) };
  const { message } = await putAway(body, crypto.randomUUID());
  await queryClient.invalidateQueries({ queryKey: attentionKey(courseId) });
  return message;
}

/** Takes names back onto the list. Returns what the server says of it. */
export async function takeBackFrom(courseId: number, accountIds: number[]): Promise<string> {
  const { message } = await takeBack({ course_id: courseId, account_ids: accountIds }, crypto.randomUUID());
  await queryClient.invalidateQueries({ queryKey: attentionKey(courseId) });
  return message;
}
