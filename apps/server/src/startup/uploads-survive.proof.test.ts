import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { uploader } from '../modules/school/files/testing/upload.ts';
import { pngOf } from '../testing/pictures.ts';
import { type ProductProcess, startProductProcess } from '../testing/product-process.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

function start(folder: string): ProductProcess {
  const product = startProductProcess({ env: { DATA_DIR: folder } });
  onTestFinished(async () => void (await product.end('SIGKILL')));
  return product;
}

async function signIn(address: string): Promise<string> {
  const reply = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'teacher@demo.school', password: 'classwright-demo' }),
  });
  return ((await reply.json()) as { api_token: string }).api_token;
}

test('[B070] an upload goes on after the server was killed, twice, and is byte for byte what was sent', { timeout: 300_000 }, async () => {
  const folder = temporaryFolder();
  const picture = Buffer.concat([pngOf(4), randomBytes(3_000_000)]);
  let product = start(folder);
  let address = await product.running;
  const token = await signIn(address);
  const location = (await uploader(address, { token }).begin('survivor.png', picture.length)).headers.get('location') as string;
  for (const until of [1_000_000, 2_000_000]) {
    const uploads = uploader(address, { token });
    const offset = Number((await uploads.ask(location)).headers.get('upload-offset'));
    await uploads.send(location, offset, picture.subarray(offset, until));
    // More is being sent when it dies.
    const dying = uploads.send(location, until, picture.subarray(until, until + 300_000)).catch(() => undefined);
    await product.end('SIGKILL');
    await dying;
    product = start(folder);
    address = await product.running;
  }
  const uploads = uploader(address, { token });
  const offset = Number((await uploads.ask(location)).headers.get('upload-offset'));
  expect(offset).toBeGreaterThanOrEqual(2_000_000);
  const reply = await uploads.send(location, offset, picture.subarray(offset));
  expect(reply.status).toBe(200);
  const back = await (await fetch(new URL(reply.body.file.url, address))).arrayBuffer();
  expect(Buffer.from(back).equals(picture)).toBe(true);
  expect((await uploads.finish(location)).body.file.id).toBe(reply.body.file.id);
  await product.end();
});
