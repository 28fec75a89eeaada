// The wire when it was last reviewed. `npm run check` compares with it.
export const pinned = { protocol: 4, wire: '5f917f35349d' };
