/** Builds the web app if its sources changed. Resolves to the folder of the current build. */
export function buildWeb(): Promise<string>;
