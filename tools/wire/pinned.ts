// The wire when it was last reviewed. `npm run check` compares with it.
export const pinned = { protocol: 5, wire: '6dc9473715c9' };
