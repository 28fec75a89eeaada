import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import S3rver from '@20minutes/s3rver';
import { expect, onTestFinished, test } from 'vitest';
import { readArchiveState } from '../archive/index.ts';
import { uploader, type Uploader } from '../modules/school/files/testing/upload.ts';
import { runCommand } from '../testing/command.ts';
import { pngOf } from '../testing/index.ts';
import { preparedFolder } from '../testing/prepared-folder.ts';
import { type ProductProcess, startProductProcess } from '../testing/product-process.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

/** The settings and the rights of a key are copied from docs/operations.md. */
const page = readFileSync(fileURLToPath(new URL('../../../../docs/operations.md', import.meta.url)), 'utf8');
const blockOf = (language: string, holds: string): string => {
  const block = [...page.matchAll(/^```(\w+)\n(.*?)^```/gms)].find(([, is, body = '']) => is === language && body.includes(holds));
  if (!block) throw new Error(`docs/operations.md has no block of ${language} with ${holds}`);
  return block[2] as string;
};

interface Policy {
  Statement: { Effect: string; Action: string[]; Resource: string }[];
}

/** Returns the right that a request to the bucket needs, by Amazon's list of actions. */
function rightOf(method: string, address: string): { action: string; resource: string } {
  const { pathname, searchParams } = new URL(address, 'http://bucket');
  const [, bucket = '', ...rest] = pathname.split('/');
  const key = rest.join('/');
  const onBucket = { resource: `arn:aws:s3:::${bucket}` };
  const isSpecial = ['uploads', 'uploadId', 'acl', 'tagging', 'versions', 'delete'].some((name) => searchParams.has(name));
  if (isSpecial) return { action: `another: ${method} ${address}`, resource: '' };
  if (key === '') return { action: method === 'GET' || method === 'HEAD' ? 's3:ListBucket' : `another: ${method} ${address}`, ...onBucket };
  const actions: Record<string, string> = { GET: 's3:GetObject', HEAD: 's3:GetObject', PUT: 's3:PutObject', DELETE: 's3:DeleteObject' };
  return { action: actions[method] ?? `another: ${method} ${address}`, resource: `arn:aws:s3:::${bucket}/${key}` };
}

const isAllowed = ({ Statement }: Policy, { action, resource }: { action: string; resource: string }): boolean =>
  Statement.some(
    ({ Effect, Action, Resource }) =>
      Effect === 'Allow' && Action.includes(action) && (Resource === resource || (Resource.endsWith('/*') && resource.startsWith(Resource.slice(0, -1)))),
  );

/** Opens a bucket behind a gate that refuses what the policy does not allow. */
async function openBucket(policy: Policy) {
  const directory = join(temporaryFolder(), 'bucket');
  mkdirSync(directory);
  const bucket = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: 'school-files', configs: [] }],
  });
  const { port } = await bucket.run();
  const [used, refused] = [new Set<string>(), [] as string[]];
  const gate = createServer((asked, answer) => {
    const right = rightOf(asked.method ?? '', asked.url ?? '');
    if (!isAllowed(policy, right)) {
      refused.push(`${right.action} ${right.resource}`);
      asked.resume();
      answer.writeHead(403, { 'content-type': 'application/xml' });
      return void answer.end('<?xml version="1.0" encoding="UTF-8"?><Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>');
    }
    used.add(right.action);
    const passed = send({ host: '127.0.0.1', port, method: asked.method, path: asked.url, headers: asked.headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    gate.closeAllConnections();
    gate.close();
    await bucket.close();
  });
  return { endpoint: `http://127.0.0.1:${(gate.address() as AddressInfo).port}`, used, refused, folder: join(directory, 'school-files') };
}

async function signIn(address: string): Promise<{ token: string; uploads: Uploader }> {
  const reply = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'teacher@demo.school', password: 'classwright-demo' }),
  });
  const { api_token: token } = (await reply.json()) as { api_token: string };
  return { token, uploads: uploader(address, { token }) };
}

async function download(address: string, url: string): Promise<{ status: number; bytes: Buffer }> {
  const reply = await fetch(new URL(url, address));
  return { status: reply.status, bytes: Buffer.from(await reply.arrayBuffer()) };
}

const withoutLimit = { timeout: 300_000 };

test(
  '[B3063] a school moves into a bucket with the settings, the rights and the steps of docs/operations.md, and comes back from it',
  withoutLimit,
  async () => {
    const bucket = await openBucket(JSON.parse(blockOf('json', 's3:GetObject')) as Policy);
    const secrets = temporaryFolder();
    for (const [name, text] of [
      ['s3-key-id', 'S3RVER'],
      ['s3-key', 'S3RVER'],
    ] as const) {
      writeFileSync(join(secrets, name), text);
      chmodSync(join(secrets, name), 0o600);
    }
    const lines = blockOf('ini', 'S3_BUCKET=').replaceAll('https://s3.school.example', bucket.endpoint).replaceAll('/etc/classwright', secrets);
    const settings: Record<string, string> = Object.fromEntries(
      lines
        .trim()
        .split('\n')
        .map((line) => line.split(/=(.*)/s).slice(0, 2)),
    );
    const start = async (env: Readonly<Record<string, string>>): Promise<{ product: ProductProcess; address: string }> => {
      const product = startProductProcess({ env: { ROLES: 'web,jobs', ARCHIVE_EVERY: '5', ...env } });
      onTestFinished(async () => void (await product.end('SIGKILL')));
      return { product, address: await product.running };
    };
    const DATA_DIR = preparedFolder();
    const picture = Buffer.concat([pngOf(4), randomBytes(300_000)]);

    // Files are in the folder at first.
    const before = await start({ DATA_DIR });
    const { file: old } = (await (await signIn(before.address)).uploads.upload('Old.png', picture, 2)).body;
    expect((await download(before.address, old.url)).bytes.equals(picture)).toBe(true);
    expect(await before.product.end()).toBe(0);

    // The folder's contents are copied into the bucket with their names, by a client that is not the product's.
    const { S3Client, PutObjectCommand, DeleteObjectCommand } = await import('@aws-sdk/client-s3');
    const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
    const client = new S3Client({ region: 'eu-central-1', endpoint: bucket.endpoint, forcePathStyle: true, credentials });
    const folder = join(DATA_DIR, 'files');
    const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(names.length).toBeGreaterThan(0);
    for (const { parentPath, name } of names) {
      const Key = join(parentPath, name).slice(folder.length + 1);
      await client.send(new PutObjectCommand({ Bucket: 'school-files', Key, Body: readFileSync(join(parentPath, name)) }));
    }
    rmSync(folder, { recursive: true });

    const env = { ...settings, DATA_DIR };
    const moved = await start(env);
    const { uploads } = await signIn(moved.address);
    expect((await download(moved.address, old.url)).bytes.equals(picture)).toBe(true);
    const { file: added } = (await uploads.upload('New.png', picture, 3)).body;
    expect((await download(moved.address, added.url)).bytes.equals(picture)).toBe(true);
    expect((await fetch(`${moved.address}/readyz`)).status).toBe(200);
    const examined = await runCommand('doctor', [], env);
    expect(examined.output).toMatch(/Files.*bucket school-files/);
    const whole = await runCommand('verify-backup', [], env);
    expect([whole.code, whole.output]).toEqual([0, expect.any(String)]);

    // The archive is in the bucket too, and a backup holds the files of the bucket.
    await expect.poll(() => readArchiveState(DATA_DIR)?.baseAt ?? null, { timeout: 60_000 }).not.toBeNull();
    const backup = join(temporaryFolder(), 'monday');
    const saved = await runCommand('make-backup', [backup], env);
    expect([saved.code, saved.output]).toEqual([0, expect.any(String)]);
    expect(readdirSync(join(backup, 'files'), { recursive: true }).length).toBeGreaterThanOrEqual(names.length);
    expect(await moved.product.end()).toBe(0);

    // The machine is gone; the school comes back from the bucket alone.
    const back = { ...settings, DATA_DIR: join(temporaryFolder(), 'data') };
    const restored = await runCommand('restore-backup', ['--to', 'latest'], back);
    expect([restored.code, restored.output]).toEqual([0, expect.stringContaining('Restored the school')]);
    const again = await start(back);
    for (const { url } of [old, added]) expect((await download(again.address, url)).bytes.equals(picture)).toBe(true);

    // One object is lost: the page's command names it, and a browser gets 404.
    const kept = readdirSync(bucket.folder, { recursive: true, encoding: 'utf8' });
    const own = kept.map((name) => /^([0-9a-f]{2}\/\w+)\._S3rver_object$/.exec(name)?.[1]).filter((key) => key !== undefined);
    expect(own.length).toBeGreaterThan(1);
    for (const Key of own) await client.send(new DeleteObjectCommand({ Bucket: 'school-files', Key }));
    const lacking = await runCommand('verify-backup', [], back);
    expect([lacking.code, lacking.output]).toEqual([1, expect.stringMatching(/missing/)]);
    expect((await download(again.address, added.url)).status).toBe(404);
    expect(await again.product.end()).toBe(0);

    expect(bucket.refused).toEqual([]);
    expect([...bucket.used].sort()).toEqual(['s3:DeleteObject', 's3:GetObject', 's3:ListBucket', 's3:PutObject']);
  },
);
