import { createPageCache } from './page-cache.ts';

/** Set by the build. */
declare const LESSON_VERSION: string;
declare const LESSON_FILES: readonly string[];

interface WorkerEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}
interface FetchEvent extends WorkerEvent {
  readonly request: Request;
  respondWith: (answer: Promise<Response>) => void;
}

const pages = createPageCache({
  origin: globalThis.location.origin,
  version: LESSON_VERSION,
  page: '/student-live-learning',
  files: LESSON_FILES,
  caches: globalThis.caches,
  load: (request, init) => globalThis.fetch(request, init),
});

// A new version waits until no page of the old one is open: an old tab continues with the old files.
addEventListener('install', (event) => (event as WorkerEvent).waitUntil(pages.install()));
addEventListener('activate', (event) => (event as WorkerEvent).waitUntil(pages.activate()));
addEventListener('fetch', (event) => {
  const { request, respondWith } = event as FetchEvent;
  const answer = pages.answer(request);
  if (answer) respondWith.call(event, answer);
});
