import type { TestBody } from '../../../../testing/app.ts';
import type { TestApp, TestPerson } from '../../../../testing/index.ts';

/** A response of the upload calls, which no typed client makes. */
export interface UploadReply {
  status: number;
  headers: Headers;
  body: TestBody;
}

export interface Uploader {
  /** Sends files as one form, in `field`. */
  form: (files: readonly { name: string; bytes: Buffer }[], options?: { field?: string; key?: string }) => Promise<UploadReply>;
  /** Starts an upload. */
  begin: (name: string, byteSize: number | string, headers?: Record<string, string>) => Promise<UploadReply>;
  /** Asks for the progress of the upload at this address. */
  ask: (location: string) => Promise<UploadReply>;
  send: (location: string, offset: number, bytes: Buffer | ReadableStream, headers?: Record<string, string>) => Promise<UploadReply>;
  cancel: (location: string) => Promise<UploadReply>;
  finish: (location: string) => Promise<UploadReply>;
  /** Runs a whole upload: starts it, sends it in this many pieces, returns the last response. */
  upload: (name: string, bytes: Buffer, pieces?: number) => Promise<UploadReply>;
}

/** Uploads over a real connection, as the given person. */
export function uploader(address: string, { token }: Pick<TestPerson, 'token'>): Uploader {
  async function call(method: string, path: string, headers: Record<string, string>, body?: RequestInit['body']): Promise<UploadReply> {
    const reply = await fetch(new URL(path, address), {
      method,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(body === undefined ? {} : { body, duplex: 'half' }),
    } as RequestInit);
    const text = await reply.text();
    return { status: reply.status, headers: reply.headers, body: text.startsWith('{') ? JSON.parse(text) : text };
  }
  const tus = { 'tus-resumable': '1.0.0' };
  const uploads: Uploader = {
    form(files, { field = 'files', key } = {}) {
      const form = new FormData();
      for (const { name, bytes } of files) form.append(field, new File([new Uint8Array(bytes)], name));
      return call('POST', '/api/files', key ? { 'idempotency-key': key } : {}, form);
    },
    begin: (name, byteSize, headers = {}) =>
      call('POST', '/api/files/uploads', {
        ...tus,
        'upload-length': String(byteSize),
        'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
        ...headers,
      }),
    ask: (location) => call('HEAD', location, tus),
    send: (location, offset, bytes, headers = {}) =>
      call(
        'PATCH',
        location,
        { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream', ...headers },
        bytes instanceof Buffer ? new Uint8Array(bytes) : bytes,
      ),
    cancel: (location) => call('DELETE', location, tus),
    finish: (location) => call('POST', `${location}/finish`, {}),
    async upload(name, bytes, pieces = 1) {
      const begun = await uploads.begin(name, bytes.length);
      const location = begun.headers.get('location');
      if (location === null) return begun;
      let reply = begun;
      const step = Math.ceil(bytes.length / pieces) || 1;
      for (let offset = 0; offset < bytes.length; offset += step) reply = await uploads.send(location, offset, bytes.subarray(offset, offset + step));
      return bytes.length === 0 ? uploads.finish(location) : reply;
    },
  };
  return uploads;
}

/** Returns uploaders for every person on one server. */
export async function uploadersOf(app: TestApp): Promise<(person: Pick<TestPerson, 'token'>) => Uploader> {
  const address = await app.listen();
  return (person) => uploader(address, person);
}
