/** The settings of the worker's cache: the lesson's page and the files that it starts with. */
export interface PageCacheOptions {
  /** The origin of this server: "https://school.example". */
  origin: string;
  /** A version that changes whenever a file does. */
  version: string;
  /** The address of the page, without the query string. */
  page: string;
  /** The addresses of the files cached at installation. */
  files: readonly string[];
  caches: CacheStorage;
  load: (request: Request | string, init?: RequestInit) => Promise<Response>;
  /** The time that the network has to deliver the page before the cached one is shown. */
  patienceMs?: number;
}

export interface PageCache {
  /** Caches everything of this version, or nothing. */
  install: () => Promise<void>;
  /** Deletes other versions. Called once none of their pages is open. */
  activate: () => Promise<void>;
  /** Returns the response to a request of the page, or null if the worker does not handle it. */
  answer: (request: Request) => Promise<Response> | null;
}

const NAME = 'classwright-lesson-';
const PATIENCE_MS = 4_000;

/**
 * The student's lesson without a network: page and code of one version together, so that they always match. The page
 * itself comes from the network if there is one. Its files, and the messages of its language, have names that change
 * with their content. Calls to the API, files and the socket are never touched: no personal data is cached here.
 */
export function createPageCache({ origin, version, page, files, caches, load, patienceMs = PATIENCE_MS }: PageCacheOptions): PageCache {
  const name = NAME + version;

  async function fromNetwork(request: Request): Promise<Response> {
    const kept = async () => (await (await caches.open(name)).match(page)) ?? null;
    const asked = load(request);
    asked.catch(() => undefined); // when it fails after its patience, nobody waits for it any more
    const slow = new Promise<'slow'>((resolve) => setTimeout(() => resolve('slow'), patienceMs));
    try {
      const first = await Promise.race([asked, slow]);
      // A restarting server responds with 502 and the like. The lesson opens anyway.
      if (first !== 'slow' && first.status < 500) return first;
      return (await kept()) ?? (await asked);
    } catch (error) {
      const known = await kept();
      if (known) return known;
      throw error;
    }
  }

  async function part(request: Request): Promise<Response> {
    const cache = await caches.open(name);
    return (await cache.match(request.url)) ?? load(request);
  }

  return {
    install: async () => {
      const cache = await caches.open(name);
      try {
        const fresh = await load(page, { cache: 'no-cache', headers: { accept: 'text/html' } });
        const words = fresh.ok ? await fresh.clone().text() : '';
        // The server now has another version, which brings its own worker.
        if (!files.some((file) => words.includes(file))) throw new Error('The page of this version did not come');
        await cache.put(page, fresh);
        const [, texts] = / data-words="([^"]+)"/.exec(words) ?? [];
        await cache.addAll(texts ? [...files, texts] : [...files]);
      } catch (error) {
        await caches.delete(name);
        throw error;
      }
    },
    activate: async () => {
      for (const key of await caches.keys()) if (key.startsWith(NAME) && key !== name) await caches.delete(key);
    },
    answer: (request) => {
      if (request.method !== 'GET') return null;
      const { origin: asked, pathname } = new URL(request.url);
      if (asked !== origin) return null;
      if (request.mode === 'navigate') return pathname.replace(/\/$/, '') === page ? fromNetwork(request) : null;
      return files.includes(pathname) || pathname.startsWith('/words/') ? part(request) : null;
    },
  };
}
