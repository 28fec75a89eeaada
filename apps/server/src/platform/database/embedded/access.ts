import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import { StartRefusal } from '../../start-refusal.ts';
import { embeddedName } from './cluster.ts';
import type { RunAs } from './run-as.ts';

/** The role that the product works with. It owns the database and everything in it, and is not a superuser. */
export const productRole = 'classwright_app';

const passwords = z.object({ superuser: z.string().min(20), product: z.string().min(20) });
export type Passwords = z.infer<typeof passwords>;

const passwordFile = 'database-passwords.json';

/**
 * Reads the passwords of a data folder's database, or null when there are none. Only the product's user may read them.
 */
export function readPasswords(home: string): Passwords | null {
  try {
    return passwords.parse(JSON.parse(readFileSync(join(home, passwordFile), 'utf8')));
  } catch (error) {
    if (['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw new StartRefusal(`${join(home, passwordFile)} cannot be read. Do this as the user who starts Classwright.`);
    return null;
  }
}

function makePasswords(home: string): Passwords {
  const made = { superuser: randomBytes(24).toString('base64url'), product: randomBytes(24).toString('base64url') };
  const path = join(home, passwordFile);
  writeFileSync(`${path}.new`, `${JSON.stringify(made)}\n`, { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
  return made;
}

/** Writes the access rules: nobody connects without a password. `trust` is for the moment when passwords are set. */
export function writeRules(cluster: string, how: 'scram-sha-256' | 'trust', runAs: RunAs): void {
  const path = join(cluster, 'pg_hba.conf');
  const rules = `# Written by Classwright at every start.\nlocal all all ${how}\n`;
  if (existsSync(path) && readFileSync(path, 'utf8') === rules) return;
  writeFileSync(`${path}.new`, rules, { mode: 0o600, flush: true });
  if (runAs.uid !== undefined) chownSync(`${path}.new`, runAs.uid, runAs.gid ?? runAs.uid);
  renameSync(`${path}.new`, path);
}

interface Door {
  socket: { host: string; port: number };
  cluster: string;
  runAs: RunAs;
  home: string;
  /** Makes PostgreSQL read its rules again. */
  reload: () => void;
}

/**
 * Opens the database as superuser, for maintenance. Sets the password again when it differs from the saved one, because
 * there is none yet or the file of passwords was lost: the owner of the cluster's files decides who may connect.
 */
export async function openAsSuperuser({ socket, cluster, runAs, home, reload }: Door): Promise<{ client: pg.Client; passwords: Passwords }> {
  const kept = readPasswords(home) ?? makePasswords(home);
  const setting = { ...socket, user: embeddedName, database: 'postgres' };
  const client = await enter({ ...setting, password: kept.superuser });
  if (client) return { client, passwords: kept };
  writeRules(cluster, 'trust', runAs);
  reload();
  try {
    const first = await patiently(() => enter(setting));
    await first.query(`ALTER ROLE ${embeddedName} PASSWORD ${first.escapeLiteral(kept.superuser)}`);
    await first.end();
  } finally {
    writeRules(cluster, 'scram-sha-256', runAs);
    reload();
  }
  return { client: await patiently(() => enter({ ...setting, password: kept.superuser })), passwords: kept };
}

/** Connects. Returns null when the password is wrong or missing. */
export async function enter(setting: pg.ClientConfig): Promise<pg.Client | null> {
  const client = new pg.Client({ ...setting, application_name: 'classwright upkeep', connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined); // the query that was running rejects
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    const { code, message } = error as { code?: string; message: string };
    if (code === '28P01' || code === '28000' || message.includes('client password must be a string')) return null;
    throw error;
  }
}

/** Retries for a moment, since PostgreSQL reads its rules a moment after the request. */
async function patiently(open: () => Promise<pg.Client | null>): Promise<pg.Client> {
  for (let waitedMs = 0; waitedMs < 10_000; waitedMs += 20) {
    const client = await open();
    if (client) return client;
    await sleep(20);
  }
  throw new Error('the embedded PostgreSQL does not take its new passwords');
}
