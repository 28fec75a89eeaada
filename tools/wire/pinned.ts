// The wire when it was last reviewed. `npm run check` compares with it.
export const pinned = { protocol: 6, wire: '74d3c34eebe6' };
