/** Builds the web app when its sources changed. Answers the folder of the current build. */
export function buildWeb(): string;
