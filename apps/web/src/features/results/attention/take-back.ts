import { queryClient } from '../../../base/query-client.ts';
import { attentionKey, takeBack } from './calls.ts';

/** Takes names back onto the list. Returns what the server says of it. */
export async function takeBackFrom(courseId: number, accountIds: number[]): Promise<string> {
  const { message } = await takeBack({ course_id: courseId, account_ids: accountIds }, crypto.randomUUID());
  await queryClient.invalidateQueries({ queryKey: attentionKey(courseId) });
  return message;
}
