import { configGet } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getInstallation } from '../../../queries.ts';
import { startTestApp, type TestApp } from '../../../testing/index.ts';

let app: TestApp;
let behindTls: TestApp;
beforeAll(async () => {
  [app, behindTls] = await Promise.all([startTestApp(), startTestApp({ publicUrl: new URL('https://learn.school.example') })]);
});
afterAll(() => Promise.all([app.close(), behindTls.close()]));

test('[L394] whoever is not signed in is told key, host, port, TLS and where to be authorised, as the page was asked for', async () => {
  const { body, status } = await app.call(configGet, {}, { headers: { host: '127.0.0.1:4123' } });
  expect(status).toBe(200);
  expect(body.realtime).toEqual({ key: expect.any(String), host: '127.0.0.1', port: 4123, tls: false, auth_endpoint: '/api/broadcasting/auth' });
  expect(body.realtime.key).not.toBe('');
});

test('[L566] the key is public configuration; the secrets are in no answer', async () => {
  const { realtimeKey, realtimeSecret, linkSecret } = await getInstallation(app.db);
  const { body } = await app.call(configGet);
  expect(body.realtime.key).toBe(realtimeKey);
  for (const secret of [realtimeSecret, linkSecret]) expect(JSON.stringify(body)).not.toContain(secret);
});

test('[L394] behind TLS the socket uses TLS on port 443', async () => {
  const { body } = await behindTls.call(configGet, {}, { headers: { host: '127.0.0.1:4123' } });
  expect(body.realtime).toMatchObject({ host: 'learn.school.example', port: 443, tls: true });
});
