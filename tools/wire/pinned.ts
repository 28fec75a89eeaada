// The wire when it was last reviewed. `npm run check` compares with it.
export const pinned = { protocol: 6, wire: '3fd898d58822' };
