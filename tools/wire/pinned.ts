// What the wire was when somebody last looked at it. `npm run check` compares.
export const pinned = { protocol: 1, wire: '11d6104c3cc6' };
