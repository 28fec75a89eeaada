import { schoolSettingsUpdate } from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { findSchoolOfHost, saveSchool, getAnySchool } from './queries.ts';
import type { Acting } from './sender.ts';
import { toSchoolSettings } from './stored.ts';

/** A host name that another school has. */
export class HostTaken extends Error {
  readonly school: string;

  constructor(school: string) {
    super(`the host name is that of ${school}`);
    this.name = 'HostTaken';
    this.school = school;
  }
}

/**
 * Gives a school a host name of its own, which `toHostName` has read; null ends it. An archived school may have one too.
 * @throws HostTaken when another school has it
 */
export async function giveHost(tx: Tx, { actor, requestId }: Acting, id: number, host: string | null): Promise<void> {
  const school = await getAnySchool(tx, id);
  const holder = host === null ? null : await findSchoolOfHost(tx, host);
  if (holder && holder.id !== id) throw new HostTaken(holder.school_name);
  const { host: before } = toSchoolSettings(school);
  if (before === host) return;
  await saveSchool(tx, id, { time_zone: school.time_zone, host });
  await audit(tx, actor, {
    action: schoolSettingsUpdate.name,
    subjectType: 'school_settings',
    subjectId: id,
    before: { name: school.school_name, host: before },
    after: { name: school.school_name, host },
    requestId,
  });
}
