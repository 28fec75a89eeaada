/** Returns the path of something in the repository. */
export function inRoot(...parts: string[]): string;
