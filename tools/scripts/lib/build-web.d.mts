/** Builds the web app if its sources changed. Returns the folder of the current build. */
export function buildWeb(): string;
