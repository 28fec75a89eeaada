import { api, isApiError } from '../base/api.ts';
import { recordResponse, recordNoResponse } from './contact.ts';

/** Makes a call and reports whether the server could be reached. Arguments, results and errors are those of `api`. */
export const ask = (async (...call: Parameters<typeof api>) => {
  try {
    const answer = await api(...call);
    recordResponse();
    return answer;
  } catch (error) {
    if (isApiError(error)) (error.status === 0 ? recordNoResponse : recordResponse)();
    throw error;
  }
}) as typeof api;
