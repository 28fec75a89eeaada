// It needs a browser, so its code is with the journeys, which have one.
await import(new URL('../../e2e/figures/answerable-question.ts', import.meta.url).href);
