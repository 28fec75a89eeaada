/**
 * The role of a process. `web` serves pages, calls and sockets, numbers rooms and closes forms at their deadlines;
 * `jobs` does the jobs and everything that is done once for all; `all` does both.
 */
export const SERVER_ROLES = ['web', 'jobs', 'all'] as const;
export type ServerRole = (typeof SERVER_ROLES)[number];

export const servesPeople = (role: ServerRole): boolean => role !== 'jobs';
export const doesJobs = (role: ServerRole): boolean => role !== 'web';
