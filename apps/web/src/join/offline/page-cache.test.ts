import { beforeEach, describe, expect, test } from 'vitest';
import { createPageCache } from './page-cache.ts';

const ORIGIN = 'https://school.test';
const PAGE = '/student-live-learning';
const FILES = ['/assets/join-1.js', '/assets/join-1.css'];

/** The part of the browser's cache API that is used. */
class Caches {
  readonly stores = new Map<string, Map<string, Response>>();
  keys = async () => [...this.stores.keys()];
  delete = async (name: string) => this.stores.delete(name);
  open = async (name: string) => {
    const store = this.stores.get(name) ?? new Map<string, Response>();
    this.stores.set(name, store);
    const path = (key: string) => new URL(key, ORIGIN).pathname;
    return {
      match: async (key: string) => store.get(path(key))?.clone(),
      put: async (key: string, response: Response) => void store.set(path(key), response),
      addAll: async (keys: string[]) => {
        for (const key of keys) {
          const response = await network(key);
          if (!response.ok) throw new TypeError('not ok');
          store.set(path(key), response);
        }
      },
    };
  };
}

let caches: Caches;
let online: 'yes' | 'no' | 'slow' | 'broken';
let served: Record<string, string>;
const asked: string[] = [];

async function network(request: Request | string): Promise<Response> {
  const { pathname } = new URL(typeof request === 'string' ? request : request.url, ORIGIN);
  asked.push(pathname);
  if (online === 'no') throw new TypeError('Failed to fetch');
  if (online === 'slow') await new Promise((resolve) => setTimeout(resolve, 100));
  if (online === 'broken') return new Response('Bad Gateway', { status: 502 });
  const text = served[pathname];
  return new Response(text ?? 'none', { status: text === undefined ? 404 : 200 });
}

const cacheOf = (version: string, files = FILES) =>
  createPageCache({ origin: ORIGIN, version, page: PAGE, files, caches: caches as unknown as CacheStorage, load: network, patienceMs: 20 });
const opening = (path: string) => ({ method: 'GET', mode: 'navigate', url: ORIGIN + path }) as Request;
const asking = (path: string, method = 'GET') => ({ method, mode: 'cors', url: path.startsWith('http') ? path : ORIGIN + path }) as Request;
const text = async (answer: Promise<Response> | null) => (await answer)?.text();

beforeEach(() => {
  caches = new Caches();
  online = 'yes';
  served = { [PAGE]: '<script src="/assets/join-1.js">', '/assets/join-1.js': 'one', '/assets/join-1.css': 'style' };
  asked.length = 0;
});

describe('a page without a network', () => {
  test.each(['no', 'slow', 'broken'] as const)('[B180] opens as it was kept, whatever lesson the address names (network: %s)', async (state) => {
    const pages = cacheOf('1');
    await pages.install();
    online = state;
    expect(await text(pages.answer(opening(`${PAGE}?assessment_id=8`)))).toContain('join-1.js');
    expect(await text(pages.answer(asking('/assets/join-1.js')))).toBe('one');
  });

  test('is in the language that it was kept in', async () => {
    served = { ...served, [PAGE]: '<html lang="pl" data-words="/words/pl-1.json"><script src="/assets/join-1.js">', '/words/pl-1.json': '{}' };
    const pages = cacheOf('1');
    await pages.install();
    online = 'no';
    expect(await text(pages.answer(asking('/words/pl-1.json')))).toBe('{}');
    await expect(pages.answer(asking('/words/pl-2.json'))).rejects.toThrow('Failed to fetch');
  });

  test('is the browser’s error where nothing was kept', async () => {
    online = 'no';
    await expect(cacheOf('1').answer(opening(PAGE))).rejects.toThrow('Failed to fetch');
  });
});

describe('a page with a network', () => {
  test('is the server’s, its parts are taken from what was kept', async () => {
    const pages = cacheOf('1');
    await pages.install();
    served[PAGE] = 'newer';
    asked.length = 0;
    expect(await text(pages.answer(opening(PAGE)))).toBe('newer');
    expect(await text(pages.answer(asking('/assets/join-1.js')))).toBe('one');
    expect(asked).toEqual([PAGE]);
  });

  test.each([
    ['a call to the API', asking('/api/live/learning/state')],
    ['an answer that is sent', asking('/api/posts/add', 'POST')],
    ['a picture of a question', asking('/files/3/figure.png')],
    ['a part of another page', asking('/assets/index-9.js')],
    ['another page', opening('/home')],
    ['another server', asking('https://elsewhere.test/assets/join-1.js')],
  ])('%s is none of the worker’s business', (_, request) => {
    expect(cacheOf('1').answer(request)).toBeNull();
  });
});

describe('an upgrade', () => {
  test('keeps yesterday’s page and parts until no page of yesterday is open, then forgets them', async () => {
    const old = cacheOf('1');
    await old.install();
    served = { [PAGE]: '<script src="/assets/join-2.js">', '/assets/join-2.js': 'two' };
    const next = cacheOf('2', ['/assets/join-2.js']);
    await next.install();
    online = 'no';
    expect(await text(old.answer(asking('/assets/join-1.js')))).toBe('one');
    expect(await text(old.answer(opening(PAGE)))).toContain('join-1.js');
    await caches.open('somebody-else');
    await next.activate();
    expect(await caches.keys()).toEqual(['classwright-lesson-2', 'somebody-else']);
    expect(await text(next.answer(opening(PAGE)))).toContain('join-2.js');
  });

  test('that comes in the middle of keeping leaves nothing half kept', async () => {
    served[PAGE] = '<script src="/assets/join-2.js">';
    await expect(cacheOf('1').install()).rejects.toThrow('did not come');
    served = { [PAGE]: '<script src="/assets/join-1.js">', '/assets/join-1.js': 'one' };
    await expect(cacheOf('1').install()).rejects.toThrow('not ok');
    expect(await caches.keys()).toEqual([]);
  });
});
