/** The limits for one caller. docs/operations.md lists them; a test compares. */
export const HTTP_LIMITS = {
  /**
   * The points for signed-in calls of an account, over all its sign-ins, and as many for each of its walls and seats: on
   * average and in a burst. Most calls cost one.
   */
  account: { perMinute: 600, burst: 300 },
  /**
   * The points for calls without a valid token, per network address (a /64 with IPv6). A whole school may have one
   * address.
   */
  address: { perMinute: 12_000, burst: 6_000 },
  /** The points for a public route that is not a call of the contract. */
  openApiCost: 20,
  readyCost: 10,
} as const;
