/** Thrown when a part of the program did not load within 120 seconds, or at all. */
export class ChunkLoadError extends Error {
  override get name(): string {
    return 'ChunkLoadError';
  }
}

/** Thrown when a style sheet that a part of the program needs did not load. */
export class CssChunkLoadError extends ChunkLoadError {
  override get name(): string {
    return 'CssChunkLoadError';
  }
}

const CHUNK_TIMEOUT_MS = 120_000;

/**
 * Style sheets that failed to load. The bundler requests a style sheet only once, so its part would have no styles
 * permanently.
 */
const lostStyles = new Set<string>();
globalThis.window?.addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
    lostStyles.add(target.href);
    target.remove();
  },
  true,
);

const bringStyle = (href: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link');
    const onload = () => resolve(lostStyles.delete(href));
    const onerror = () => reject(new CssChunkLoadError(href));
    document.head.append(Object.assign(link, { rel: 'stylesheet', href, onload, onerror }));
  });

/**
 * Loads a part of the program: `loadChunk(() => import('./part.tsx'))`, a module of our own and nothing after the
 * import. Calling it again after a failure really requests it again: browsers cache a failed module address, so the
 * next time its address is varied, which gives the module as the bundler wrote it.
 *
 * @throws {ChunkLoadError} when it does not load in time or at all. @throws {CssChunkLoadError} when a style sheet of
 * it does not.
 */
export async function loadChunk<T>(load: () => Promise<T>, timeoutMs = CHUNK_TIMEOUT_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError(`nothing within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    const whole = Promise.all([...lostStyles].map(bringStyle)).then(load);
    return await Promise.race([whole.catch((error: unknown) => again<T>(error)), late]);
  } catch (error) {
    if (error instanceof ChunkLoadError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    const Kind = /preload CSS/i.test(message) ? CssChunkLoadError : ChunkLoadError;
    throw new Kind(message, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

const failedOnce = new Set<string>();

/**
 * Keeps the first failure of an address. A later one may be the browser's cached failure, so it is requested again.
 */
async function again<T>(error: unknown): Promise<T> {
  const address = /https?:\/\/\S+\.m?js/.exec(error instanceof Error ? error.message : '')?.[0];
  if (!address || !failedOnce.has(address)) {
    if (address) failedOnce.add(address);
    throw error;
  }
  return (await import(/* @vite-ignore */ `${address}?again=${Date.now()}`)) as T;
}
