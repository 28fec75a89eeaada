// The wire when it was last reviewed. `npm run check` compares with it.
export const pinned = { protocol: 6, wire: 'a6d3f9752c73' };
