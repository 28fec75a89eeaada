import { connect, type Socket } from 'node:net';

/** The clients of the broadcast bench: sockets that count bytes and do almost nothing else. */
export type ToClients =
  | { kind: 'connect'; port: number; path: string; sockets: number }
  | { kind: 'subscribe'; channel: string; signatures: string[] }
  | { kind: 'expect'; bytesPerSocket: number };
export type FromClients = { kind: 'connected'; socketIds: string[] } | { kind: 'subscribed' } | { kind: 'ready' } | { kind: 'received' };

const lines: Socket[] = [];
let missing = { lines: 0, bytes: new Map<Socket, number>() };

const tell = (message: FromClients): void => void process.send?.(message);

process.on('message', (message: ToClients) => {
  if (message.kind === 'connect') void connectAll(message).then((socketIds) => tell({ kind: 'connected', socketIds }));
  else if (message.kind === 'subscribe') void subscribeAll(message).then(() => tell({ kind: 'subscribed' }));
  else expectBytes(message.bytesPerSocket);
});

async function connectAll({ port, path, sockets }: ToClients & { kind: 'connect' }): Promise<string[]> {
  const socketIds: string[] = [];
  await inParts(sockets, async (index) => {
    const line = connect({ port, host: '127.0.0.1', noDelay: true });
    lines[index] = line;
    line.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    );
    socketIds[index] = (await readUntil(line, /socket_id\\":\\"([-\d.]+)\\"/))[1]!;
  });
  return socketIds;
}

async function subscribeAll({ channel, signatures }: ToClients & { kind: 'subscribe' }): Promise<void> {
  await inParts(lines.length, async (index) => {
    const line = lines[index]!;
    line.write(maskedFrame(JSON.stringify({ event: 'pusher:subscribe', data: { channel, auth: signatures[index] } })));
    await readUntil(line, /subscription_succeeded.*\}$/s);
  });
  for (const line of lines) line.on('data', (bytes) => count(line, bytes.length));
}

/** Does the work for `count` items, some at a time. */
async function inParts(count: number, work: (index: number) => Promise<void>): Promise<void> {
  const part = 50;
  for (let at = 0; at < count; at += part) await Promise.all(Array.from({ length: Math.min(part, count - at) }, (_, index) => work(at + index)));
}

function expectBytes(bytesPerSocket: number): void {
  missing = { lines: lines.length, bytes: new Map(lines.map((line) => [line, bytesPerSocket])) };
  tell({ kind: 'ready' });
}

function count(line: Socket, bytes: number): void {
  const left = (missing.bytes.get(line) ?? 0) - bytes;
  missing.bytes.set(line, left);
  if (left === 0 && --missing.lines === 0) tell({ kind: 'received' });
}

function readUntil(line: Socket, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let text = '';
    const onData = (bytes: Buffer): void => {
      text += bytes.toString('latin1');
      const match = pattern.exec(text);
      if (!match) return;
      line.off('data', onData);
      line.off('error', reject);
      resolve(match);
    };
    line.on('data', onData);
    line.on('error', reject);
  });
}

/** Returns a client's text frame of up to 65,535 bytes. A mask of zeros leaves the text unchanged. */
function maskedFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const header = payload.length < 126 ? [0x81, 0x80 | payload.length] : [0x81, 0x80 | 126, payload.length >> 8, payload.length & 0xff];
  return Buffer.concat([Buffer.from([...header, 0, 0, 0, 0]), payload]);
}
