const at = (centre: number, radius: number, turn: number): string => {
  const angle = 2 * Math.PI * turn - Math.PI / 2;
  return `${(centre + radius * Math.cos(angle)).toFixed(3)} ${(centre + radius * Math.sin(angle)).toFixed(3)}`;
};

/**
 * Returns the path of one part of a ring around (`centre`, `centre`), clockwise from 12 o'clock. `from` and `to` are
 * turns from 0 to 1. A part that is the whole ring is two circles without a seam, to be filled by the even-odd rule.
 */
export function ringPart(centre: number, outer: number, inner: number, from: number, to: number): string {
  if (to - from >= 0.9999) return circle(centre, outer) + circle(centre, inner);
  const large = to - from > 0.5 ? 1 : 0;
  return `M${at(centre, outer, from)}A${outer} ${outer} 0 ${large} 1 ${at(centre, outer, to)}L${at(centre, inner, to)}A${inner} ${inner} 0 ${large} 0 ${at(centre, inner, from)}Z`;
}

/** Returns a circle in two halves, since an arc cannot end where it starts. */
const circle = (centre: number, radius: number): string =>
  `M${at(centre, radius, 0)}A${radius} ${radius} 0 0 1 ${at(centre, radius, 0.5)}A${radius} ${radius} 0 0 1 ${at(centre, radius, 0)}Z`;
