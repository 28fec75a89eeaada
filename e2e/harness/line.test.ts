import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Line, openLine } from './line.ts';

let server: Server;
let line: Line;
let calls = 0;
beforeAll(async () => {
  server = createServer((_request, response) => {
    calls += 1;
    response.end('here');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  line = await openLine((server.address() as AddressInfo).port);
});
afterAll(async () => {
  await line.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const call = async () => (await fetch(line.url, { signal: AbortSignal.timeout(500) })).text();

test('a line carries calls until it is cut, and again when it is restored', async () => {
  await expect(call()).resolves.toBe('here');
  line.cut();
  await expect(call()).rejects.toThrow();
  line.restore();
  await expect(call()).resolves.toBe('here');
});

test('with answers swallowed the call still has its effect', async () => {
  const before = calls;
  line.swallowAnswers();
  await expect(call()).rejects.toThrow();
  expect(calls).toBe(before + 1);
  line.restore();
  await expect(call()).resolves.toBe('here');
});
