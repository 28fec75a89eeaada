interface Locked {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  link?: boolean;
  os?: string | string[];
  cpu?: string | string[];
  libc?: string | string[];
  engines?: { node?: string };
}

/**
 * Returns the packages of a lockfile that belong on this machine, as pairs of a folder and its entry in the lockfile.
 * Without `withTools` it leaves out the packages that only checks and tests need.
 */
export function listPackages(lock: { packages: Record<string, Locked> }, wanted: { withTools: boolean }): [string, Locked][];

/** Returns whether npm on this version of Node installs all of these packages. */
export function suitsNode(packages: readonly [string, Locked][], version: string): boolean;
