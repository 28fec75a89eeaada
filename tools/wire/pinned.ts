// What the wire was when somebody last looked at it. `npm run check` compares.
export const pinned = { protocol: 3, wire: 'bbdd45f40c30' };
