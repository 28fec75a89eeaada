import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { appError } from '../errors.ts';
import { createSmallServer } from './testing/small-server.ts';

/** Starts a server that responds on request, all together or bit by bit, and a client that keeps its connections. */
async function start() {
  const { app } = createSmallServer({ contract: [], implementations: [], authenticate: async () => Promise.reject(appError('NOT_SIGNED_IN')) });
  const released = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  app.get('/at-once', async () => {
    begun.resolve();
    await released.promise;
    return { status: 'success' };
  });
  app.get('/bit-by-bit', async (_request, reply) => {
    const bits = new PassThrough();
    bits.write('first ');
    begun.resolve();
    void released.promise.then(() => bits.end('last'));
    return reply.send(bits);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => {
    agent.destroy();
    app.server.closeAllConnections();
  });
  const { port } = app.server.address() as AddressInfo;
  const call = async (path: string): Promise<string> => {
    const [answer] = (await once(get({ port, path, agent }), 'response')) as [IncomingMessage];
    return text(answer);
  };
  return { app, port, begun: begun.promise, release: released.resolve, call };
}

test.each([
  ['/at-once', '{"status":"success"}'],
  ['/bit-by-bit', 'first last'],
])('[B1882] a call that is under way when the server closes (%s) is answered, and its connection keeps nobody waiting', async (path, body) => {
  const { app, begun, release, call } = await start();
  const answer = call(path);
  await begun;
  const closed = app.close().then(() => 'closed');
  expect(await Promise.race([closed, sleep(50, 'open')])).toBe('open');
  release();
  expect(await answer).toBe(body);
  expect(await Promise.race([closed, sleep(15_000, 'open')])).toBe('closed');
});

test.each([
  ['nothing', ''],
  ['half a call', 'GET /at-once HTTP/1.1\r\nhost: learn'],
])('[B2036] a connection on which %s has come keeps nobody waiting when the server closes', async (_what, sent) => {
  const { app, port } = await start();
  const accepted = once(app.server, 'connection') as Promise<[{ bytesRead: number }]>;
  const line = connect(port, '127.0.0.1');
  onTestFinished(() => void line.destroy());
  line.on('error', () => undefined);
  await once(line, 'connect');
  const [socket] = await accepted;
  line.write(sent);
  await expect.poll(() => socket.bytesRead).toBe(sent.length);
  const closed = app.close().then(() => 'closed');
  expect(await Promise.race([closed, sleep(15_000, 'open')])).toBe('closed');
});
