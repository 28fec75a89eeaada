import type { AddressInfo } from 'node:net';
import type { Config } from '../platform/config.ts';

/**
 * Returns the address for people: the configured public one, or else the one we listen on in a form that browsers
 * accept.
 */
export function addressFor(config: Pick<Config, 'publicUrl'>, listening: AddressInfo): string {
  if (config.publicUrl) return config.publicUrl.origin;
  const host = ['0.0.0.0', '::'].includes(listening.address) ? 'localhost' : listening.family === 'IPv6' ? `[${listening.address}]` : listening.address;
  return `http://${host}:${listening.port}`;
}

export interface Announcement {
  address: string;
  dataDir: string;
  /** The location of the embedded database when it could not be in the data folder, otherwise null. */
  otherPlace: string | null;
  /** The link for the first administrator of an installation without one, otherwise null. */
  setUpLink: string | null;
  /** The password of the demo school's accounts, or null without a demo. */
  demoPassword: string | null;
  isRootInProduction: boolean;
  /** The address where phones of the local network join lessons of the demo; null when they cannot. */
  phonesAddress: string | null;
  /** Sentences about what is not safe: unencrypted connections, and the packaged database. */
  warnings: readonly string[];
}

/** Returns the lines that a start prints. */
export function announce({ address, dataDir, otherPlace, setUpLink, demoPassword, isRootInProduction, phonesAddress, warnings }: Announcement): string {
  const lines = ['', `Classwright is running at ${address}`, ''];
  if (demoPassword !== null) {
    lines.push(
      'Sign in to the demo school:',
      '  admin@demo.school                               administrator',
      '  teacher@demo.school                             teacher',
      '  student1@demo.school … student30@demo.school    students of one of the teacher’s classes',
      '  guardian@demo.school                            parent of student1 and of a younger child',
      `  The password of all of them: ${demoPassword}`,
      '',
    );
  } else if (setUpLink !== null) {
    lines.push('Nobody administers this school yet. Open this link to set it up; it counts once and for three days:', `  ${setUpLink}`, '');
  }
  if (phonesAddress !== null)
    lines.push(`Phones in the same network join a running lesson at ${phonesAddress} with the code on the desk. They reach nothing else.`, '');
  if (otherPlace) lines.push(`The database is in ${otherPlace}, since PostgreSQL's user cannot reach the data folder.`);
  if (isRootInProduction) lines.push('It runs as root, since ALLOW_ROOT allows it. A user of its own, who owns the data folder, is safer.');
  for (const sentence of warnings) lines.push(`Warning: ${sentence}`);
  lines.push(`The data is in ${dataDir}. Stop with Ctrl-C.`, '');
  return lines.join('\n');
}
