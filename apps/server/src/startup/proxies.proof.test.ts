import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, onTestFinished, test } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';
import { findPort } from '../testing/free-port.ts';
import { type ProductProcess, startProductProcess, toDatabaseUrl } from '../testing/product-process.ts';
import { pngOf } from '../testing/pictures.ts';
import { withScratchDatabase } from '../testing/scratch-database.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

/**
 * The product behind nginx and behind Caddy, with the configuration that docs/operations.md gives, copied from the page: only its addresses and
 * the certificate are of this machine.
 */
const page = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');
const NAME = 'school.example';
/** More than nginx takes by default. */
const PIECE_BYTES = 6 * 1024 * 1024;

/** Returns the block of the page that contains this text. */
function blockWith(text: string): string {
  const block = [...page.matchAll(/```\w*\n([^`]*)```/g)].map(([, body]) => body as string).find((body) => body.includes(text));
  if (block === undefined) throw new Error(`docs/operations.md has no block with "${text}"`);
  return block;
}

/** Makes a certificate of the school's name. Null: there is no openssl. */
function makeCertificate(folder: string): { cert: string; key: string } | null {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const made = spawnSync('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    `/CN=${NAME}`,
    '-addext',
    `subjectAltName=DNS:${NAME}`,
    '-keyout',
    key,
    '-out',
    cert,
  ]);
  return made.status === 0 ? { cert, key } : null;
}

interface Proxy {
  command: string;
  /** Writes the configuration of the page and returns the arguments. */
  configure: (given: { folder: string; port: number; servers: readonly string[]; cert: string; key: string }) => string[];
}

const PROXIES: readonly Proxy[] = [
  {
    command: 'nginx',
    configure({ folder, port, servers, cert, key }) {
      const block = blockWith('upstream classwright')
        .replaceAll(/^ {2}server 10\.0\.0\.1\d:3000/gm, () => `  server ${servers[0]}`)
        .replace(`  server ${servers[0]}`, `  server ${servers[1]}`)
        .replace('listen 443 ssl;', `listen 127.0.0.1:${port} ssl;\n  ssl_certificate ${cert};\n  ssl_certificate_key ${key};`);
      const own = ['client_body_temp_path', 'proxy_temp_path', 'fastcgi_temp_path', 'uwsgi_temp_path', 'scgi_temp_path'].map(
        (name) => `${name} ${join(folder, name)};`,
      );
      const user = process.getuid?.() === 0 ? 'user root;\n' : '';
      const file = join(folder, 'nginx.conf');
      writeFileSync(
        file,
        `${user}daemon off;\npid ${join(folder, 'pid')};\nerror_log ${join(folder, 'error.log')};\nevents {}\nhttp {\naccess_log off;\n${own.join('\n')}\n${block}}\n`,
      );
      return ['-p', folder, '-c', file];
    },
  },
  {
    command: 'caddy',
    configure({ folder, port, servers, cert, key }) {
      const block = blockWith('reverse_proxy 10.0.0.11')
        .replace(`${NAME} {`, `https://${NAME}:${port} {\n  tls ${cert} ${key}`)
        .replace(/10\.0\.0\.11:3000 10\.0\.0\.12:3000 10\.0\.0\.13:3000/, servers.join(' '));
      const file = join(folder, 'Caddyfile');
      writeFileSync(file, `{\n  admin off\n  auto_https disable_redirects\n  storage file_system ${join(folder, 'storage')}\n}\n${block}`);
      return ['run', '--config', file, '--adapter', 'caddyfile'];
    },
  },
];

interface Answer {
  status: number;
  text: string;
  headers: Record<string, unknown>;
}

/** Makes one call through the proxy, as a browser that knows the name would. */
const ask = (
  port: number,
  path: string,
  { token, body, method, headers = {} }: { token?: string; body?: object | Buffer; method?: string; headers?: Record<string, string> } = {},
) =>
  new Promise<Answer>((resolve, reject) => {
    const bytes = body === undefined ? undefined : Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    const call = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: method ?? (bytes ? 'POST' : 'GET'),
        servername: NAME,
        rejectUnauthorized: false,
        headers: {
          host: `${NAME}`,
          ...(bytes && !Buffer.isBuffer(body) ? { 'content-type': 'application/json' } : {}),
          ...(bytes ? { 'content-length': String(bytes.length) } : {}),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...headers,
        },
      },
      (reply) => {
        const chunks: Buffer[] = [];
        reply
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('end', () => resolve({ status: reply.statusCode ?? 0, text: Buffer.concat(chunks).toString(), headers: reply.headers }));
      },
    );
    call.on('error', reject);
    call.end(bytes);
  });

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`, { redirect: 'error' }).then(
    ({ ok }) => ok,
    () => false,
  );

test.for(PROXIES)(
  '[B2988] behind $command, with the configuration of the page: calls, sockets, uploads, no metrics, and a process that stops is not missed',
  { timeout: 240_000 },
  async ({ command, configure }, context) => {
    if (spawnSync(command, [command === 'caddy' ? 'version' : '-v']).status !== 0) return context.skip(`no ${command} is installed`);
    const postgres = { connection: inject('testDatabase').connection, stop: async () => undefined };
    await withScratchDatabase(postgres, async (_client, connection) => {
      const folder = join(temporaryFolder(), command);
      mkdirSync(folder);
      chmodSync(folder, 0o755);
      const certificate = makeCertificate(folder);
      if (certificate === null) return context.skip('no openssl is installed, which makes the certificate');
      const env = {
        DATABASE_URL: toDatabaseUrl(connection),
        DATA_DIR: temporaryFolder(),
        PUBLIC_URL: `https://${NAME}`,
        TRUSTED_PROXIES: '127.0.0.1',
        DEMO: 'on',
      };
      const start = async (role: string): Promise<{ product: ProductProcess; server: string }> => {
        const own = await findPort();
        const product = startProductProcess({ env: { ...env, PORT: String(own) }, role });
        onTestFinished(async () => void (await product.end('SIGKILL')));
        await expect.poll(() => isReady(own), { timeout: 120_000 }).toBe(true);
        return { product, server: `127.0.0.1:${own}` };
      };
      const first = await start('all');
      const second = await start('web');
      const port = await findPort();
      const proxy = spawn(command, configure({ folder, port, servers: [first.server, second.server], ...certificate }), {
        stdio: 'ignore',
        env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder },
      });
      onTestFinished(() => void proxy.kill('SIGTERM'));
      await expect
        .poll(
          () =>
            ask(port, '/api/config').then(
              ({ status }) => status,
              () => 0,
            ),
          { timeout: 30_000 },
        )
        .toBe(200);

      const { realtime } = JSON.parse((await ask(port, '/api/config')).text) as { realtime: { key: string } };
      expect((await ask(port, '/metrics')).status).toBe(404);
      const signIn = await ask(port, '/api/auth/login', { body: { email: 'teacher@demo.school', password: 'classwright-demo' } });
      expect(signIn.status, signIn.text).toBe(200);
      const token = (JSON.parse(signIn.text) as { api_token: string }).api_token;

      const asBrowser: ClientOptions & { servername: string } = {
        servername: NAME,
        rejectUnauthorized: false,
        origin: `https://${NAME}`,
        headers: { host: NAME },
      };
      const socket = new WebSocket(`wss://127.0.0.1:${port}/app/${realtime.key}?protocol=7`, asBrowser);
      onTestFinished(() => socket.terminate());
      const heard: string[] = [];
      socket.on('message', (bytes) => void heard.push(String(bytes)));
      await expect.poll(() => heard.join(), { timeout: 20_000 }).toContain('connection_established');

      const picture = pngOf(4);
      const tus = { 'tus-resumable': '1.0.0' };
      const begun = await ask(port, '/api/files/uploads', {
        token,
        method: 'POST',
        headers: { ...tus, 'upload-length': String(PIECE_BYTES), 'upload-metadata': `filename ${Buffer.from('picture.png').toString('base64')}` },
      });
      expect(begun.status, begun.text).toBe(201);
      const location = new URL(String(begun.headers['location']), `https://${NAME}`).pathname;
      const piece = await ask(port, location, {
        token,
        method: 'PATCH',
        body: Buffer.concat([picture, Buffer.alloc(PIECE_BYTES - picture.length, 7)]),
        headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      });
      expect([piece.status, piece.headers['upload-offset']], piece.text).toEqual([200, String(PIECE_BYTES)]);

      // One process drains while people call: none of them is refused.
      let isStopping = true;
      const ended = second.product.end().finally(() => (isStopping = false));
      const statuses: number[] = [];
      for (let rounds = 0; isStopping || rounds < 40; rounds++) {
        statuses.push((await ask(port, '/api/auth/me', { token })).status);
        await sleep(25);
      }
      expect(await ended).toBe(0);
      expect(new Set(statuses)).toEqual(new Set([200]));
    });
  },
);
