// The wire when it was last reviewed. `npm run check` compares with it.
export const pinned = { protocol: 5, wire: '30c8b3a8d322' };
