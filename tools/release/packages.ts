// Chooses the packages of the lockfile that a release delivers.
import { dirname } from 'node:path';
import { listPackages } from '../scripts/lib/locked-packages.mjs';

export interface LockedPackage {
  version?: string;
  integrity?: string;
  license?: string;
  /** The folder of a workspace that this entry links to. */
  resolved?: string;
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

export interface Lock {
  packages: Record<string, LockedPackage>;
}

export interface Delivered {
  /** The folder, as the lockfile names it. */
  path: string;
  locked: LockedPackage;
  /** True for a package that the server reads. False for one from which or with which only the web app was built. */
  isModule: boolean;
}

const SERVER = ['', 'apps/server'];
const WEB = ['apps/web'];

/**
 * Returns the packages of a release for this machine, by folder: those that the server reaches, and those from which
 * and with which the web app was built. @throws Error when the lockfile lacks one
 */
export function listDelivered(lock: Lock): Delivered[] {
  const ours = new Set(listPackages(lock, { withTools: false }).map(([path]) => path));
  const modules = reach(lock, SERVER, ours);
  const all = reach(lock, [...SERVER, ...WEB], ours);
  return [...all].toSorted().map((path) => ({ path, locked: lock.packages[path]!, isModule: modules.has(path) }));
}

function reach(lock: Lock, starts: readonly string[], ours: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  const seen = new Set(starts);
  for (const from of seen) {
    const locked = lock.packages[from];
    if (!locked) throw new Error(`The lockfile has no package ${from}.`);
    if (from.includes('node_modules/')) found.add(from);
    for (const { name, isOptional } of listNeeds(locked)) {
      const path = resolve(lock, from, name);
      if (path !== null && (ours.has(path) || !path.includes('node_modules/'))) seen.add(path);
      else if (!isOptional) throw new Error(`The lockfile has no package ${name} for ${from || 'the product'} on this machine.`);
    }
  }
  return found;
}

function listNeeds({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: LockedPackage) {
  const named = (all: Record<string, string> | undefined, isOptional: (name: string) => boolean) =>
    Object.keys(all ?? {}).map((name) => ({ name, isOptional: isOptional(name) }));
  return [
    ...named(dependencies, () => false),
    ...named(optionalDependencies, () => true),
    ...named(peerDependencies, (name) => peerDependenciesMeta?.[name]?.optional === true),
  ];
}

/** Returns the folder where a package finds another one, as Node does: in its own `node_modules`, or in one further up. */
function resolve({ packages }: Lock, from: string, name: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = [...(['', '.'].includes(folder) ? [] : [folder]), 'node_modules', name].join('/');
    const locked = packages[path];
    if (locked) return locked.link ? (locked.resolved ?? null) : path;
    if (['', '.'].includes(folder)) return null;
  }
}

/** Returns the name of the package in a folder: `@scope/name` of `node_modules/x/node_modules/@scope/name`. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
