import { randomUUID } from 'node:crypto';
import type { ArchiveSettings } from '../platform/config.ts';
import { createTarget } from './open-target.ts';

/** Stores a few bytes in the place of an archive, reads them, and removes them. @throws where that is not possible */
export async function tryArchive(settings: ArchiveSettings): Promise<boolean> {
  const target = createTarget(settings);
  const name = `doctor-${randomUUID()}`;
  const bytes = Buffer.from('classwright doctor');
  await target.put(name, bytes);
  const read = await target.get(name);
  await target.remove(name);
  return read?.equals(bytes) === true;
}
