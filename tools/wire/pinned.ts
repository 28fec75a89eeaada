// The wire when it was last reviewed. `npm run check` compares with it.
export const pinned = { protocol: 6, wire: 'c32f21d0e10b' };
