/** A color as a browser’s field gives it: `#rrggbb`. */
export const COLOR = /^#[0-9a-f]{6}$/;
