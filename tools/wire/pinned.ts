// The wire when it was last reviewed. `npm run check` compares with it.
export const pinned = { protocol: 3, wire: '74511ca71e6a' };
