// The wire when it was last reviewed. `npm run check` compares with it.
export const pinned = { protocol: 4, wire: '961e0cc6f3c8' };
