import type { Page } from 'playwright-core';

interface HeardAnswer {
  url: string;
  body: string;
}

/**
 * Listens to the answers to calls whose address has `part` in it, from now on. Gives those that came so far, in order. The
 * browser drops the body of an answer when its page is left before the body was read: no page saw it, and it is left out.
 */
export function listenToAnswers(page: Page, part: string): () => Promise<HeardAnswer[]> {
  const heard: Promise<HeardAnswer | null>[] = [];
  page.on('response', (response) => {
    const url = response.url();
    if (!url.includes(part)) return;
    heard.push(
      response.text().then(
        (body) => ({ url, body }),
        () => null,
      ),
    );
  });
  return async () => (await Promise.all(heard)).filter((answer) => answer !== null);
}
