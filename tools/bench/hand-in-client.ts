/**
 * The students of `hand-in-files.bench.ts`, in a separate process: each uploads a file and hands it in, all at the same
 * time.
 */
import { createHash, randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { pngOf } from '@classwright/server/testing/pictures';

export interface Ask {
  address: string;
  courseId: number;
  workId: number;
  fileBytes: number;
  students: { accountId: number; token: string }[];
}
export interface HandedIn {
  accountId: number;
  ms: number;
  /** The hash of the file, in hex. */
  sha256: string;
}
export type Answer = { handedIn: HandedIn[]; failures: string[] };

interface Reply {
  status: number;
  location: string;
  text: string;
}

const agent = new Agent({ keepAlive: true });

function send(url: URL, method: string, headers: Record<string, string>, body: Buffer | string = ''): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, method, headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) } }, (incoming) => {
      const pieces: Buffer[] = [];
      incoming.on('data', (piece: Buffer) => pieces.push(piece));
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode ?? 0, location: String(incoming.headers['location']), text: Buffer.concat(pieces).toString() }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

async function handIn({ address, courseId, workId, fileBytes }: Ask, { accountId, token }: Ask['students'][number]): Promise<HandedIn> {
  const head = pngOf(4);
  const file = Buffer.concat([head, randomBytes(fileBytes - head.length)]);
  const authorization = `Bearer ${token}`;
  const tus = { authorization, 'tus-resumable': '1.0.0' };
  const startedAt = performance.now();
  const begun = await send(new URL('/api/files/uploads', address), 'POST', { ...tus, 'upload-length': String(fileBytes) });
  const part = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  const uploaded = await send(new URL(begun.location, address), 'PATCH', part, file);
  if (uploaded.status !== 200) throw new Error(`the upload was answered ${uploaded.status} ${uploaded.text}`);
  const fileId = (JSON.parse(uploaded.text) as { file: { id: number } }).file.id;
  const submitted = await send(
    new URL('/api/student-submissions', address),
    'POST',
    { authorization, 'content-type': 'application/json', 'idempotency-key': `hand-in-${workId}-${accountId}` },
    JSON.stringify({ courseId, courseWorkId: workId, attachment: [fileId] }),
  );
  if (submitted.status !== 200) throw new Error(`the hand-in was answered ${submitted.status} ${submitted.text}`);
  return { accountId, ms: performance.now() - startedAt, sha256: createHash('sha256').update(file).digest('hex') };
}

process.on('message', async (ask: Ask) => {
  const settled = await Promise.allSettled(ask.students.map((student) => handIn(ask, student)));
  process.send?.({
    handedIn: settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
    failures: settled.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : [])),
  } satisfies Answer);
});
