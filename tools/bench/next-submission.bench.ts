// It needs a browser, so its code is with the journeys, which have one.
await import(new URL('../../e2e/figures/next-submission.ts', import.meta.url).href);
