/** After the rush of a room that joins; spread, so that thirty phones do not ask in one breath. */
const AFTER_MS = 4_000;
const SPREAD_MS = 8_000;

/**
 * Has the browser keep the lesson's page for moments without a network. Only where browsers offer it (https), and only
 * in a build: it costs the join nothing. A browser that refuses goes on without. Returns the way to stop.
 */
export function keepPageForOffline(workers: Pick<ServiceWorkerContainer, 'register'> | undefined = navigator.serviceWorker): () => void {
  if (!workers || !import.meta.env.PROD) return () => undefined;
  const timer = setTimeout(
    () => {
      workers.register('/lesson-worker.js', { scope: '/student-live-learning' }).catch((error: unknown) => {
        console.warn('This browser does not keep the page for moments without a network:', error);
      });
    },
    AFTER_MS + Math.random() * SPREAD_MS,
  );
  return () => clearTimeout(timer);
}
