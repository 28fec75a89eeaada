// The wire when it was last reviewed. `npm run check` compares with it.
export const pinned = { protocol: 5, wire: '80044f74b9d5' };
