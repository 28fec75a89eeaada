// The wire when it was last reviewed. `npm run check` compares with it.
export const pinned = { protocol: 5, wire: 'e8f9f2a0f76b' };
