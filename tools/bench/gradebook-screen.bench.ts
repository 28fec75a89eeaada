// In a browser, so it stands with the journeys, which have one.
await import(new URL('../../e2e/figures/gradebook-screen.ts', import.meta.url).href);
