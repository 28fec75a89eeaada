import { createServer } from 'node:http';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { isOfPhone } from '../platform/http/phones.ts';
import { listenForPhones, requirePhonesUrl } from './phones.ts';

const demo = { isProduction: false, isDemo: true, host: '127.0.0.1' };

test('[B2165] --phones needs the demo on this machine alone, and a network that phones are in', () => {
  expect(requirePhonesUrl(demo, '192.168.1.20').href).toBe('http://192.168.1.20/');
  expect(() => requirePhonesUrl({ ...demo, isProduction: true }, '192.168.1.20')).toThrow('Phones reach this server already');
  expect(() => requirePhonesUrl({ ...demo, host: '0.0.0.0' }, '192.168.1.20')).toThrow('Phones reach this server already');
  expect(() => requirePhonesUrl({ ...demo, isDemo: false }, '192.168.1.20')).toThrow('--phones is for the demo school');
  expect(() => requirePhonesUrl(demo, null)).toThrow('Connect it to the Wi-Fi of the phones');
});

test('[B2165] what comes over the network of phones is marked, and nothing else is', async () => {
  const app = fastify();
  app.get('/who', (request, reply) => reply.send({ isPhone: isOfPhone(request.raw) }));
  const own = await app.listen({ host: '127.0.0.1', port: 0 });
  const url = new URL('http://127.0.0.2');
  const close = await listenForPhones(app, url, Number(new URL(own).port));
  const ask = async (origin: string) => ((await (await fetch(`${origin}/who`)).json()) as { isPhone: boolean }).isPhone;
  expect([await ask(own), await ask(url.origin)]).toEqual([false, true]);
  await close();
  await expect(ask(url.origin)).rejects.toThrow('fetch failed');
  await app.close();
});

test('[B2165] an address that somebody else has is refused with what to do', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen({ host: '127.0.0.3', port: 0 }, resolve));
  const { port } = other.address() as { port: number };
  await expect(listenForPhones(fastify(), new URL('http://127.0.0.3'), port)).rejects.toThrow(`The port ${port} is in use`);
  await new Promise((resolve) => other.close(resolve));
});
