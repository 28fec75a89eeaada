import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { isOwnOrigin } from '../sockets.ts';
import { createSites, toHostName } from './sites.ts';
import type { SchoolHost } from './sites-queries.ts';

const publicUrl = new URL('https://school.example:8443');
const lincoln: SchoolHost = { host: 'lincoln.example.org', school_id: 7, school_name: 'Lincoln School', logo: 'ab12', color: '#1a5fb4' };

function open(hosts: SchoolHost[] = [lincoln], url: URL | null = publicUrl) {
  const asked = { count: 0 };
  const sites = createSites({
    rules: { publicUrl: url, listensOn: '127.0.0.1', machineName: 'box' },
    listHosts: async () => {
      asked.count += 1;
      return hosts;
    },
  });
  return { sites, asked };
}

describe('[B3000] the host name of a school', () => {
  test.each([
    [' Lincoln.Example.ORG ', 'lincoln.example.org'],
    ['lincoln.localhost', 'lincoln.localhost'],
    ['schüle.example', 'xn--schle-mva.example'],
    ['xn--schle-mva.example', 'xn--schle-mva.example'],
    ['https://lincoln.example.org', null],
    ['lincoln.example.org:443', null],
    ['lincoln.example.org/', null],
    ['lincoln.example.org.', null],
    ['user@lincoln.example.org', null],
    ['lincoln', null],
    ['-a.example', null],
    ['a_b.example', null],
    ['a..example', null],
    ['*.example.org', null],
    ['10.0.0.5', null],
    ['0x7f.1', null],
    ['[::1]', null],
    ['a b.example', null],
    [`${'a'.repeat(64)}.example`, null],
    [`${'a.'.repeat(130)}example`, null],
    ['', null],
  ])('%j is read as %j', (text, name) => expect(toHostName(text)).toBe(name));

  test('what is read is read again as itself, and is what a browser makes of it', () => {
    fc.assert(
      fc.property(fc.oneof(fc.domain(), fc.string(), fc.string({ unit: 'grapheme' })), (text) => {
        const name = toHostName(text);
        if (name === null) return;
        expect(toHostName(name)).toBe(name);
        expect(new URL(`https://${name}/`).host).toBe(name);
      }),
    );
  });
});

describe('[B3001] the site of a request', () => {
  test('is the installation, or a school at its own host, whose address has the scheme and port of PUBLIC_URL', async () => {
    const { sites } = open();
    expect(await sites.find({ host: 'school.example', isSecure: true })).toEqual({ origin: 'https://school.example:8443', school: null });
    const school = { id: 7, name: 'Lincoln School', logo: '/api/schools/7/logo/ab12', colors: '/api/school-colors/1a5fb4' };
    for (const host of ['lincoln.example.org', 'LINCOLN.example.org:8443', 'lincoln.example.org.'])
      expect(await sites.find({ host, isSecure: false })).toEqual({ origin: 'https://lincoln.example.org:8443', school });
    for (const host of ['oak.example.org', 'lincoln.example.org.oak.example', 'a.lincoln.example.org', '', undefined])
      expect(await sites.find({ host, isSecure: true })).toBeNull();
    expect(await sites.find({ host: 'oak.example', isSecure: true, path: '/healthz' })).toMatchObject({ school: null });
  });

  test('strangers’ names make one question a second at most, and without PUBLIC_URL no school has a host', async () => {
    const { sites, asked } = open();
    await Promise.all(Array.from({ length: 50 }, (_, at) => sites.find({ host: `x${at}.example`, isSecure: true })));
    expect(asked.count).toBe(1);
    const plain = open([lincoln], null);
    expect(await plain.sites.find({ host: 'lincoln.example.org', isSecure: true })).toBeNull();
    expect([plain.sites.isOurs('lincoln.example.org'), plain.asked.count]).toEqual([false, 0]);
  });

  test('a school stays at its host while the database is away, and a host that was ended is gone with the second request', async () => {
    let nowMs = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
    let answer: () => Promise<SchoolHost[]> = async () => [lincoln];
    const sites = createSites({ rules: { publicUrl, listensOn: '127.0.0.1', machineName: 'box' }, listHosts: () => answer() });
    const find = (host: string) => sites.find({ host, isSecure: true });
    expect(await find('lincoln.example.org')).not.toBeNull();
    answer = async () => Promise.reject(new Error('the database is away'));
    nowMs = 60_000;
    for (let request = 0; request < 3; request++) expect(await find('lincoln.example.org')).toMatchObject({ school: { id: 7 } });
    await expect(find('oak.example.org')).rejects.toThrow('away');
    expect(await sites.addressOf(7)).toEqual(new URL('https://lincoln.example.org:8443'));
    answer = async () => [];
    nowMs = 120_000;
    await find('lincoln.example.org');
    await new Promise((resolve) => setImmediate(resolve));
    expect(await find('lincoln.example.org')).toBeNull();
    vi.restoreAllMocks();
  });

  test('sockets are for pages of that host, and of no other', async () => {
    const { sites } = open();
    await sites.find({ host: 'lincoln.example.org', isSecure: true });
    const isOwn = (origin: string, host: string) =>
      isOwnOrigin(origin, { headers: { host } }, { publicUrl: new URL('https://school.example'), isOurHost: sites.isOurs });
    expect(isOwn('https://lincoln.example.org', 'lincoln.example.org')).toBe(true);
    for (const [origin, host] of [
      ['https://oak.example.org', 'oak.example.org'],
      ['https://oak.example.org', 'lincoln.example.org'],
      ['https://lincoln.example.org', 'school.example'],
    ] as const)
      expect([origin, host, isOwn(origin, host)]).toEqual([origin, host, false]);
  });

  test('links to people lead to the host of their school', async () => {
    const { sites } = open();
    expect((await sites.addressOf(7)).href).toBe('https://lincoln.example.org:8443/');
    expect((await sites.addressOf(8)).href).toBe('https://school.example:8443/');
    expect((await sites.addressOf(null)).href).toBe('https://school.example:8443/');
  });
});
