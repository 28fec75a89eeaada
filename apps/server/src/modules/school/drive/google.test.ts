import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { describeDriveFile, readDriveFile } from './google.ts';

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(handle: Parameters<typeof createServer>[1]): Promise<URL> {
  server = createServer(handle as never);
  await new Promise<void>((resolve) => (server as Server).listen(0, '127.0.0.1', resolve));
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/under`);
}
const never = new AbortController().signal;
const file = { id: 'abcdefghij', name: 'a.png', mimeType: 'image/png', size: 10, version: '1' };
async function read(pieces: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const piece of pieces) bytes += piece.byteLength;
  return bytes;
}

test('[B1146] no redirect is followed, so that no token goes to another host', async () => {
  const asked: string[] = [];
  const root = await serve((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(302, { location: `${root.origin}/elsewhere` }).end();
  });
  await expect(describeDriveFile({ root, token: 't', signal: never }, 'abcdefghij')).rejects.toMatchObject({ kind: 'broken' });
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatch(/^\/under\/drive\/v3\/files\/abcdefghij\?fields=/);
});

test('[B1146] who says nothing, and who stops in the middle, is left when the time is over', async () => {
  const silent = await serve(() => undefined);
  await expect(describeDriveFile({ root: silent, token: 't', signal: never, answerMs: 50 }, 'abcdefghij')).rejects.toMatchObject({ kind: 'timeout' });
  server?.close();
  const ending = new AbortController();
  const slow = await serve((_request, response) => {
    response.write('abc');
    setTimeout(() => ending.abort(new DOMException('ended', 'TimeoutError')), 20);
  });
  await expect(read(readDriveFile({ root: slow, token: 't', signal: ending.signal }, file))).rejects.toMatchObject({ kind: 'timeout' });
});

test('[B1146] fewer or more bytes than Google said are not the file, also where they came packed', async () => {
  const root = await serve((_request, response) => response.end('123'));
  await expect(read(readDriveFile({ root, token: 't', signal: never }, file))).rejects.toMatchObject({ kind: 'broken' });
  server?.close();
  const packed = await serve((_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(1_000_000))));
  await expect(read(readDriveFile({ root: packed, token: 't', signal: never }, file))).rejects.toMatchObject({ kind: 'broken' });
});

test('[B1146] what Google says of a file is bounded, and a name that is none is no file', async () => {
  const endless = await serve((_request, response) => response.end(`{"name":"${'x'.repeat(100_000)}"}`));
  await expect(describeDriveFile({ root: endless, token: 't', signal: never }, 'abcdefghij')).rejects.toMatchObject({ kind: 'broken' });
  server?.close();
  const nameless = await serve((_request, response) => response.end('{"name":5,"mimeType":"image/png"}'));
  await expect(describeDriveFile({ root: nameless, token: 't', signal: never }, 'abcdefghij')).rejects.toMatchObject({ kind: 'broken' });
});
