import type { CallArguments, Endpoint, BriefResult } from '@classwright/contract/core/endpoint';
import { apiUnlessKept, type CallOptions, type KeptAnswer } from './api.ts';
import { queryClient } from './query-client.ts';
import { getSession } from './session.ts';

/**
 * Loads a large answer. A version that this page already has is requested by its name and sent again only if it has
 * changed. It is cached in memory for some minutes, for the account that asked, never on the device.
 *
 * @throws {ApiError} as `api`
 */
export async function loadLarge<E extends Endpoint & { large: object }>(
  path: E['path'],
  args: CallArguments<E> & CallOptions & { query?: object },
): Promise<BriefResult<E>> {
  const { token, user } = getSession() ?? {};
  const key = ['large answer', user?.account_id, path, args.query];
  const answer = await apiUnlessKept<E>(path, args as Parameters<typeof apiUnlessKept<E>>[1], queryClient.getQueryData<KeptAnswer<E>>(key));
  // nothing is kept of a person who has signed out since
  if (answer.etag !== null && token !== undefined && getSession()?.token === token) queryClient.setQueryData(key, answer);
  return answer.body;
}
