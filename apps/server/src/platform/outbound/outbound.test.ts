import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { createOutbound, type OutboundCall } from './index.ts';
import { isPublicAddress } from './public-address.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const SHORT = { connectMs: 300, headersMs: 300, wholeMs: 600 };
const strict = createOutbound({ allowsLoopback: false, times: SHORT });
const local = createOutbound({ allowsLoopback: true, times: SHORT });
const get: OutboundCall = { maxBytes: 100_000 };
const problemOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'answered',
    (error: { problem?: string }) => error.problem ?? String(error),
  );

describe('[B1180] an address that a person typed leads nowhere but into the open internet', () => {
  test.each([
    ...['https://127.0.0.1/', 'https://0x7f.1/', 'https://2130706433/', 'https://017700000001/', 'https://127.1/', 'https://0/', 'https://[::1]/'],
    ...[
      'https://[::ffff:127.0.0.1]/',
      'https://[::ffff:7f00:1]/',
      'https://10.1.2.3/',
      'https://172.16.0.1/',
      'https://192.168.1.1/',
      'https://169.254.169.254/',
    ],
    ...[
      'https://100.64.0.1/',
      'https://224.0.0.1/',
      'https://255.255.255.255/',
      'https://192.0.2.1/',
      'https://198.18.0.1/',
      'https://[fd00::1]/',
      'https://[fe80::1]/',
    ],
    ...['https://[fec0::1]/', 'https://[ff02::1]/', 'https://[64:ff9b::7f00:1]/', 'https://[64:ff9b:1::1]/', 'https://[2002:7f00:1::]/', 'https://[2001::1]/'],
    ...['https://[2001:db8::1]/', 'https://[::127.0.0.1]/', 'https://１２７.0.0.1/'],
  ])('%s is refused before anything is sent', async (address) => {
    expect(strict.judge(address)).toBe('private');
    expect(await problemOf(strict.ask(address, get))).toBe('private');
  });

  test.each(['http://school.example/', 'ftp://school.example/', 'file:///etc/passwd', 'gopher://school.example/', 'http://127.0.0.1/'])(
    '%s is no https address',
    (address) => {
      expect(strict.judge(address)).toMatch(/^(?:https|address)$/);
    },
  );

  test('a name or password in the address is refused, and what is none', () => {
    expect(
      ['https://a:b@school.example/', 'https://a@school.example/', 'school.example', '', `https://school.example/${'x'.repeat(2_000)}`].map(strict.judge),
    ).toEqual(Array.from({ length: 5 }, () => 'address'));
    expect([strict.judge('https://school.example/ims'), strict.judge('https://8.8.8.8/')]).toEqual([null, null]);
  });

  test('also where a setting lets this machine be asked, nothing else of its network is', () => {
    expect([local.judge('http://127.0.0.1:4000/'), local.judge('http://10.0.0.1/'), local.judge('https://10.0.0.1/')]).toEqual([null, 'https', 'private']);
  });

  test.each([[['10.0.0.1']], [['169.254.169.254']], [['8.8.8.8', '127.0.0.1']], [['::ffff:10.0.0.1']]])('a name that leads to %j is refused', async (found) => {
    const rebound = createOutbound({ allowsLoopback: false, times: SHORT, resolve: () => Promise.resolve(found) });
    expect(await problemOf(rebound.ask('https://school.example/', get))).toBe('private');
  });

  test('a name is resolved once, and the call goes to what it led to then', async () => {
    const seen: string[] = [];
    const address = await serve((request, response) => {
      seen.push(request.headers.host ?? '');
      response.end('here');
    });
    const port = new URL(address).port;
    let asked = 0;
    const once = createOutbound({
      ...{ allowsLoopback: true, times: SHORT },
      resolve: () => {
        asked += 1;
        return Promise.resolve([asked === 1 ? '127.0.0.1' : '10.0.0.1']);
      },
    });
    // The server there has no TLS. The test is only that it is reached at all.
    expect(await problemOf(once.ask(`https://school.example:${port}/`, get))).toMatch(/tls|broken/);
    expect([asked, seen]).toEqual([1, []]);
  });

  test('a name that nobody knows is told as that', async () => {
    const none = createOutbound({ allowsLoopback: false, times: SHORT, resolve: () => Promise.resolve([]) });
    expect(await problemOf(none.ask('https://school.example/', get))).toBe('name');
  });

  test('only addresses that the registries gave to the world are open', () => {
    expect(['8.8.8.8', '2606:4700::1111', '127.0.0.1', '4000::1', 'nonsense'].map(isPublicAddress)).toEqual([true, true, false, false, false]);
  });
});

describe('[B1181] what comes from an address that a person typed is bounded', () => {
  test('an answer comes whole, packed or not, with what was asked', async () => {
    const address = await serve((request, response) => {
      const text = JSON.stringify({ method: request.method, accept: request.headers.accept });
      if (request.url === '/packed') response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(text));
      else response.end(text);
    });
    for (const path of ['/', '/packed']) {
      const { status, body } = await local.ask(address + path, { ...get, method: 'POST', body: 'x', headers: { accept: 'text/x' } });
      expect([status, JSON.parse(body.toString())]).toEqual([200, { method: 'POST', accept: 'text/x' }]);
    }
  });

  test('a redirect is not followed', async () => {
    const address = await serve((_request, response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end());
    expect(await problemOf(local.ask(address, get))).toBe('redirect');
  });

  test('an endless answer, a packed bomb and endless packed nothing end at the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000));
    const nothing = gzipSync('');
    const address = await serve((request, response) => {
      if (request.url === '/bomb') return void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
      const piece = request.url === '/nothing' ? Buffer.concat(Array.from({ length: 100 }, () => nothing)) : Buffer.alloc(10_000, 120);
      response.writeHead(200, request.url === '/nothing' ? { 'content-encoding': 'gzip' } : {});
      const more = (): void => {
        if (response.destroyed) return;
        response.write(piece);
        setImmediate(more);
      };
      more();
    });
    expect(await problemOf(local.ask(`${address}/bomb`, get))).toBe('tooLong');
    expect(await problemOf(local.ask(`${address}/endless`, get))).toBe('tooLong');
    expect(await problemOf(local.ask(`${address}/nothing`, get))).toBe('tooLong');
  });

  test('silence and drops that never end are given up', async () => {
    const address = await serve((request, response) => {
      if (request.url === '/silence') return;
      response.writeHead(200);
      const drop = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drop));
    });
    expect(await problemOf(local.ask(`${address}/silence`, get))).toBe('silence');
    expect(await problemOf(local.ask(`${address}/drops`, get))).toBe('silence');
  });

  test('an answer that breaks off is no answer, and nobody there is told as that', async () => {
    const address = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half');
      setTimeout(() => response.destroy(), 20);
    });
    expect(await problemOf(local.ask(address, get))).toBe('broken');
    expect(await problemOf(local.ask('http://127.0.0.1:1/', get))).toBe('connect');
  });

  test('whoever gives up ends it, and no error tells what was sent', async () => {
    const address = await serve(() => undefined);
    const own = new AbortController();
    const asked = local.ask(address, { ...get, signal: own.signal, headers: { authorization: 'Basic hidden-secret' } });
    setTimeout(() => own.abort(), 20);
    await expect(asked).rejects.toThrow(/abort/i);
    const error: unknown = await local
      .ask('http://127.0.0.1:1/', { ...get, headers: { authorization: 'Basic hidden-secret' } })
      .catch((failure: unknown) => failure);
    expect(JSON.stringify([String(error), (error as Error).stack, error])).not.toContain('hidden-secret');
  });
});
