import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartRefusal } from '../../start-refusal.ts';

/** The user that PostgreSQL's processes run as. Empty for ourselves. */
export interface RunAs {
  uid?: number;
  gid?: number;
}

const nobody = { uid: 65_534, gid: 65_534 };

/**
 * Chooses the user. PostgreSQL refuses to run as root: started by root it runs as the owner of an existing cluster,
 * else as `postgres`, else as `nobody`. Started by anybody else it runs as that person, who must own the cluster.
 */
export function chooseRunAs(cluster: string): RunAs {
  const me = process.getuid?.() ?? -1;
  const owner = existsSync(cluster) ? statSync(cluster) : null;
  if (me !== 0) {
    if (owner && owner.uid !== me) {
      throw new StartRefusal(
        `The database in ${cluster} belongs to ${nameOf(owner.uid)}. Start Classwright as the user who started it first, or name another folder in DATA_DIR.`,
      );
    }
    return {};
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return findUser('postgres') ?? findUser('nobody') ?? nobody;
}

function readUsers(): { name: string; uid: number; gid: number }[] {
  try {
    const rows = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'));
    return rows.filter((row) => row.length > 3).map(([name, , uid, gid]) => ({ name: name as string, uid: Number(uid), gid: Number(gid) }));
  } catch {
    return []; // an image without /etc/passwd
  }
}

function findUser(name: string): { uid: number; gid: number } | undefined {
  const user = readUsers().find((row) => row.name === name && row.uid !== 0);
  return user && { uid: user.uid, gid: user.gid };
}

function nameOf(uid: number): string {
  return readUsers().find((row) => row.uid === uid)?.name ?? `the user with the number ${uid}`;
}

/** Returns true when another user can reach this path: every folder above it must be passable (root's home is not). */
export function isReachableByOthers(path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
