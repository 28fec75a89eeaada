/** The client of `upload.bench.ts`, in a separate process. It sends 50 MB in the requested ways. */
import { createHash, randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { pngOf } from '@classwright/server/testing/pictures';

const BYTES = 52_428_800;
const BREAKS = 5;
/** The piece size of our web app. */
const PIECE = 16 * 1024 * 1024;

export interface Ask {
  what: 'write' | 'upload' | 'upload broken off';
  /** The address of the bare server, or of the product. */
  address: string;
  token: string;
}
export type Answer = { ms: number } | { isWhole: boolean } | { error: string };

interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

const head = pngOf(4);
const payload = Buffer.concat([head, randomBytes(BYTES - head.length)]);

const agent = new Agent({ keepAlive: true });

/** Makes one request. With `breakAfter` it is cut after this many bytes, and rejects. */
function send(url: URL, method: string, headers: Record<string, string>, body?: Buffer, breakAfter?: number): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, method, headers: { ...headers, 'content-length': String(body?.length ?? 0) } }, (incoming) => {
      const pieces: Buffer[] = [];
      incoming.on('data', (piece: Buffer) => pieces.push(piece));
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text: Buffer.concat(pieces).toString() }));
    });
    outgoing.on('error', reject);
    if (body && breakAfter !== undefined) outgoing.write(body.subarray(0, breakAfter), () => setTimeout(() => outgoing.destroy(new Error('broken off')), 20));
    else outgoing.end(body);
  });
}

const tusOf = (token: string) => ({ authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' });
const partOf = (token: string, offset: number) => ({ ...tusOf(token), 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' });
async function begin({ address, token }: Ask): Promise<URL> {
  const { headers } = await send(new URL('/api/files/uploads', address), 'POST', { ...tusOf(token), 'upload-length': String(BYTES) });
  return new URL(String(headers['location']), address);
}

async function write({ address }: Ask): Promise<number> {
  const startedAt = performance.now();
  await send(new URL(address), 'POST', {}, payload);
  return performance.now() - startedAt;
}

async function upload(ask: Ask): Promise<number> {
  const startedAt = performance.now();
  const location = await begin(ask);
  let last: Reply | null = null;
  for (let offset = 0; offset < BYTES; offset += PIECE)
    last = await send(location, 'PATCH', partOf(ask.token, offset), payload.subarray(offset, offset + PIECE));
  const ms = performance.now() - startedAt;
  if (last?.status !== 200) throw new Error(`the upload was answered ${last?.status} ${last?.text}`);
  return ms;
}

async function uploadBrokenOff(ask: Ask): Promise<boolean> {
  const location = await begin(ask);
  const offsetNow = async (): Promise<number> => Number((await send(location, 'HEAD', tusOf(ask.token))).headers['upload-offset']);
  for (let broken = 0; broken < BREAKS; broken++) {
    const offset = await offsetNow();
    const cut = send(location, 'PATCH', partOf(ask.token, offset), payload.subarray(offset), Math.floor(BYTES / (BREAKS + 1)));
    if (await cut.then(() => true).catch(() => false)) throw new Error('the line was not broken');
  }
  const offset = await offsetNow();
  const reply = await send(location, 'PATCH', partOf(ask.token, offset), payload.subarray(offset));
  const { file } = JSON.parse(reply.text) as { file: { url: string } };
  const back = Buffer.from(await (await fetch(new URL(file.url, ask.address))).arrayBuffer());
  const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
  return offset > 0 && hash(back) === hash(payload);
}

async function answer(ask: Ask): Promise<Answer> {
  if (ask.what === 'upload broken off') return { isWhole: await uploadBrokenOff(ask) };
  return { ms: ask.what === 'write' ? await write(ask) : await upload(ask) };
}

process.on('message', (ask: Ask) => {
  answer(ask).then(
    (given) => process.send?.(given),
    (error: unknown) => process.send?.({ error: String(error) } satisfies Answer),
  );
});
