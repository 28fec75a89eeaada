/** What one caller may ask. docs/operations.md lists them; a test compares. */
export const HTTP_LIMITS = {
  /** Signed-in calls of an account, whatever its devices and tokens: points on average and at once. Most calls cost one. */
  account: { perMinute: 600, burst: 300 },
  /** Without a right token: points of a network address (of a /64 with IPv6). A whole school may be one address. */
  address: { perMinute: 12_000, burst: 6_000 },
  /** Points of what is public and is no call of the contract. */
  openApiCost: 20,
  readyCost: 10,
} as const;
