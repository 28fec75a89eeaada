/**
 * The proof that a school asks of a student who comes to a lesson by its code. `nothing`: a name is enough. `pin`: the
 * PIN of four digits or the sign-in card. `sign-in`: the ordinary sign-in.
 */
export const SEAT_CHECKS = ['nothing', 'pin', 'sign-in'] as const;
export type SeatCheck = (typeof SEAT_CHECKS)[number];
