import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { TakenFiles } from '@classwright/contract';
import type { MultipartFile } from '@fastify/multipart';
import { type AppError, appError, fieldError } from '../errors.ts';
import { inTurn } from './form-pace.ts';

/** A file of a form, on disk until the call has ended. Its declared name and type are not trusted. */
export interface StagedFile {
  /** The name without folders, cut to 200 characters. */
  name: string;
  path: string;
  byteSize: number;
  sha256: Buffer;
}

/** A file of a form in memory. Its declared name and type are not trusted. */
export interface HeldFile {
  /** The name without folders, cut to 200 characters. */
  name: string;
  bytes: Buffer;
}

export type ReceivedFile = StagedFile | HeldFile;

/** The space left for a person's files. */
export interface FileRoom {
  leftBytes: number;
  /** The error when the limit is exceeded: FILE_SPACE_FULL. */
  refusal: () => AppError;
}

export interface Receiver {
  /**
   * Receives a file of a form. @throws VALIDATION_FAILED at the field of the files, BODY_TOO_LARGE, FILE_SPACE_FULL, an
   * error of the disk
   */
  receive(part: MultipartFile): Promise<ReceivedFile>;
  /** Deletes the files. Never throws. */
  discard(): Promise<void>;
}

interface ReceiverOptions {
  /** The folder for files on disk. */
  folder: string;
  room: FileRoom | null;
  /** The sender, for the rate limit. */
  sender: string;
}

/** Creates a receiver for the files of one form, within its declaration and its sender's space. */
export function createReceiver(taken: TakenFiles, { folder, room, sender }: ReceiverOptions): Receiver {
  const begun: string[] = [];
  let totalBytes = 0;

  /** Reads a file piece by piece at its sender's rate, up to the limit. */
  async function* piecesOf({ file }: MultipartFile): AsyncGenerator<Buffer> {
    for await (const piece of file as AsyncIterable<Buffer>) {
      totalBytes += piece.length;
      if (totalBytes > taken.max.totalBytes) throw appError('BODY_TOO_LARGE');
      if (room && totalBytes > room.leftBytes) throw room.refusal();
      await inTurn(piece.length, sender);
      yield piece;
    }
    if (file.truncated) throw tooLarge(taken);
  }

  async function hold(part: MultipartFile): Promise<HeldFile> {
    const pieces: Buffer[] = [];
    for await (const piece of piecesOf(part)) pieces.push(piece);
    return { name: nameOf(part.filename), bytes: Buffer.concat(pieces) };
  }

  async function stage(part: MultipartFile): Promise<StagedFile> {
    await mkdir(folder, { recursive: true });
    const place = path.join(folder, randomBytes(16).toString('hex'));
    begun.push(place);
    const hash = createHash('sha256');
    let byteSize = 0;
    async function* hashed(): AsyncGenerator<Buffer> {
      for await (const piece of piecesOf(part)) {
        hash.update(piece);
        byteSize += piece.length;
        yield piece;
      }
    }
    const sink = createWriteStream(place, { flags: 'wx' });
    // A file that is refused while it is being opened is created anyway. It can be removed once closed.
    const closed = new Promise<void>((resolve) => sink.once('close', resolve));
    try {
      await pipeline(hashed, sink);
    } finally {
      await closed;
    }
    return { name: nameOf(part.filename), path: place, byteSize, sha256: hash.digest() };
  }

  return {
    receive: taken.where === 'memory' ? hold : stage,
    async discard() {
      await Promise.allSettled(begun.map((each) => rm(each, { force: true })));
    },
  };
}

const MEGABYTE = 1024 * 1024;

/** Returns the error for a file that is too large: at its field, unless the file is the whole call. */
export function tooLarge({ where, field, max }: TakenFiles): AppError {
  return where === 'memory' ? appError('BODY_TOO_LARGE') : fieldError(field, 'file.tooLarge', { max: max.bytes / MEGABYTE });
}

/** Returns the name that a person gave a file, without folders. */
const nameOf = (name: string): string => (name.split(/[\\/]/).at(-1) ?? '').replaceAll(/\p{Cc}/gu, '').slice(0, 200);
