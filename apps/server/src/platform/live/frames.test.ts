import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { expect, test } from 'vitest';
import { PING_FRAME, pongFrame, textFrame } from './frames.ts';

test('frames of every header length, written straight to the stream, arrive as text messages', async () => {
  const texts = ['', 'x', 'é'.repeat(62), 'x'.repeat(125), 'x'.repeat(126), 'ü'.repeat(32_767), 'x'.repeat(65_535), 'x'.repeat(65_536), '😀'.repeat(40_000)];
  const server = new WebSocketServer({ port: 0, perMessageDeflate: false });
  await once(server, 'listening');
  server.on('connection', (_ws, request) => {
    request.socket.write(PING_FRAME);
    for (const text of texts) request.socket.write(textFrame(text));
    request.socket.write(pongFrame(Buffer.from('payload')));
  });
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, { perMessageDeflate: false });
  const received: string[] = [];
  let pings = 0;
  client.on('ping', () => {
    pings += 1;
  });
  client.on('message', (bytes, isBinary) => received.push(isBinary ? 'binary' : String(bytes)));
  const [pong] = await once(client, 'pong');
  expect(received).toEqual(texts);
  expect(pings).toBe(1);
  expect(String(pong)).toBe('payload');
  client.terminate();
  server.close();
});
