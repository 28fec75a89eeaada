/** What the worker keeps and from where: the lesson's page and the parts of the program that it starts with. */
export interface PageCacheOptions {
  /** Our own server: "https://school.example". */
  origin: string;
  /** Differs whenever a file differs. */
  version: string;
  /** The address of the page, without what follows the question mark. */
  page: string;
  /** Addresses of the parts that are kept from the start. */
  files: readonly string[];
  caches: CacheStorage;
  load: (request: Request | string, init?: RequestInit) => Promise<Response>;
  /** How long the page may take over the network before the kept one is shown. */
  patienceMs?: number;
}

export interface PageCache {
  /** Keeps everything of this version, or nothing. */
  install: () => Promise<void>;
  /** Forgets other versions: called once no page of theirs is open any more. */
  activate: () => Promise<void>;
  /** The answer to a request of the page, or null: not the worker's business. */
  answer: (request: Request) => Promise<Response> | null;
}

const NAME = 'classwright-lesson-';
const PATIENCE_MS = 4_000;

/**
 * The student's lesson without a network: page and program of one version together, so that they always fit each other.
 * The page itself comes from the network as long as there is one; its parts, and the texts of its language,
 * have names that change with their content.
 * Calls to the API, files and the socket are never touched: nothing that belongs to a person is kept here.
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
      // a server that is being restarted answers 502 and the like: the lesson opens all the same
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
        // another version is served by now: its own worker comes with it
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
