/** A delay after the rush of a class that joins, spread so that thirty phones do not ask at the same moment. */
const AFTER_MS = 4_000;
const SPREAD_MS = 8_000;

/**
 * Has the browser cache the lesson's page for use without a network. It works only if the browser supports it (https),
 * and only in a build; joining is not slowed. If the browser refuses, the page works without it. Returns a function
 * that stops it.
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
