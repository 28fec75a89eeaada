import type { Chance } from './chance.ts';
import type { DriveFile, User } from './types.ts';

/** The files in people's Drives, with the files that a person has picked for a project. */
export class DriveShelf {
  readonly #now: () => number;
  readonly #chance: Chance;
  readonly #files = new Map<string, DriveFile>();
  readonly #picked = new Set<string>();

  constructor(now: () => number, chance: Chance) {
    this.#now = now;
    this.#chance = chance;
  }

  add(owner: User, file: Pick<DriveFile, 'name' | 'mimeType'> & { bytes?: Buffer; size?: number }): DriveFile {
    const { name, mimeType, bytes = null } = file;
    const made: DriveFile = {
      id: `1${this.#chance.word(32)}`,
      ownerId: owner.id,
      name,
      mimeType,
      size: bytes?.length ?? file.size ?? 0,
      bytes,
      readers: new Set(),
      createdAt: this.#now(),
    };
    this.#files.set(made.id, made);
    return made;
  }

  get(id: string): DriveFile | undefined {
    return this.#files.get(id);
  }

  list(owner: User): DriveFile[] {
    return [...this.#files.values()].filter(({ ownerId }) => ownerId === owner.id);
  }

  remove(id: string): void {
    this.#files.delete(id);
  }

  canRead(user: User, file: DriveFile): boolean {
    return file.ownerId === user.id || file.readers.has(user.id);
  }

  /** Picks a file as the picker does: from now on the project's `drive.file` includes this file of this person. */
  pick(user: User, fileId: string, projectId: string): void {
    this.#picked.add(`${projectId} ${user.id} ${fileId}`);
  }

  isPicked(user: User, fileId: string, projectId: string): boolean {
    return this.#picked.has(`${projectId} ${user.id} ${fileId}`);
  }
}
