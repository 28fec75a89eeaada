/** A response as a client reads it. */
export interface Reply {
  status: number;
  // Google's data is checked field by field.
  body: any;
}

/** Makes calls with somebody's token: `call('PATCH', '/v1/courses/1?updateMask=name', { name: 'B' })`. */
export type Caller = (method: string, path: string, body?: object) => Promise<Reply>;

export function callAs(url: string, accessToken: string | null): Caller {
  return async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: { ...(accessToken === null ? {} : { authorization: `Bearer ${accessToken}` }), ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: await response.json() };
  };
}

/** Reads all pages of a list, one after the other. */
export async function readAll(call: Caller, path: string, key: string): Promise<any[]> {
  const all: any[] = [];
  let token = '';
  do {
    const { status, body } = await call('GET', `${path}${path.includes('?') ? '&' : '?'}pageToken=${token}`);
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    all.push(...(body[key] ?? []));
    token = body.nextPageToken ?? '';
  } while (token !== '');
  return all;
}

/** Returns the reason that Google's error names, "@CourseNotModifiable", or else its status. */
export const reasonOf = ({ body }: Reply): string => /^@\w+/.exec(body.error?.message ?? '')?.[0] ?? body.error?.status;
