import type { Page } from 'playwright-core';

interface HeardAnswer {
  url: string;
  body: string;
}

/**
 * Records the responses to calls whose address contains `part`, from now on. Returns a function that gives those so
 * far, in order. The browser drops a response's body when its page is left before the body was read: no page saw it, so
 * it is left out.
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
