import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRoster } from '../read/open-roster.ts';
import type { ClassMembers, Fault, Head, RosterBatch, RosterClass, RosterGuardian, RosterPerson, RosterTie, Session, UnknownTable } from '../read/roster.ts';
import { toCsv } from './roster-files.ts';

export type Tables = Readonly<Record<string, Buffer | readonly (readonly string[])[]>>;

interface Read {
  head: Head | null;
  sessions: Session[];
  people: RosterPerson[];
  classes: RosterClass[];
  members: ClassMembers[];
  guardians: RosterGuardian[];
  ties: RosterTie[];
  faults: Fault[];
  unknown: UnknownTable[];
}

/** Reads the files of a roster and returns everything that the reader reports. */
export async function readAll(tables: Tables): Promise<Read> {
  const folder = await mkdtemp(join(tmpdir(), 'cw-roster-'));
  try {
    const files = await Promise.all(
      Object.entries(tables).map(async ([name, content], at) => {
        const path = join(folder, `${at}-${name}`);
        await writeFile(path, Buffer.isBuffer(content) ? content : toCsv(content as string[][]));
        return { name, path };
      }),
    );
    const read: Read = { head: null, sessions: [], people: [], classes: [], members: [], guardians: [], ties: [], faults: [], unknown: [] };
    const roster = await openRoster(files, {});
    try {
      for await (const batch of roster.batches) take(read, batch);
      return read;
    } finally {
      await roster.end();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function take(read: Read, batch: RosterBatch): void {
  if (batch.kind === 'head') read.head = batch.head;
  else if (batch.kind === 'unknown') read.unknown.push(...batch.tables);
  else if (batch.kind !== 'schools') (read[batch.kind] as unknown[]).push(...batch.rows);
}
