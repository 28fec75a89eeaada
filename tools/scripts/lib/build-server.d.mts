/** Bundles the server if its sources changed. Resolves to the file of the current build; null when it cannot be built. */
export function buildServer(): Promise<string | null>;
