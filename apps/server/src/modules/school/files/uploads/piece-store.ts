import { createWriteStream } from 'node:fs';
import { stat, truncate } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { FileStore } from '@tus/file-store';
import type { Upload } from '@tus/server';

const TOO_LONG = { status_code: 413, body: "upload's size exceeded\n" };
const BROKEN_OFF = { status_code: 400, body: 'the request was broken off\n' };

/**
 * The library's store of files, fed from the connection itself: on the way that the library would take, every byte goes
 * through five more streams. It is given a body that holds nothing, whose end says that the upload must be let go of.
 */
export class PieceStore extends FileStore {
  readonly #folder: string;
  readonly #incoming: IncomingMessage;
  readonly #byteSize: () => number;
  readonly #share: Share;
  #close: () => void = () => undefined;
  /** Stands in for the request's body. */
  readonly body: ReadableStream;

  constructor(options: {
    directory: string;
    configstore: Pick<Configstore, 'get' | 'set' | 'delete'>;
    incoming: IncomingMessage;
    byteSize: () => number;
    share: Share;
  }) {
    super(options);
    this.#folder = options.directory;
    this.#incoming = options.incoming;
    this.#byteSize = options.byteSize;
    this.#share = options.share;
    this.body = new ReadableStream({
      start: (controller) => {
        this.#close = () => controller.close();
      },
    });
  }

  override async write(standIn: Readable, id: string, offset: number): Promise<number> {
    const place = path.join(this.#folder, id);
    const most = this.#byteSize() - offset;
    try {
      await this.#receive(place, offset, most, standIn);
    } catch (error) {
      if (error === TOO_LONG) await truncate(place, offset);
      else await this.#handOn(id, offset);
      throw error;
    } finally {
      this.#close();
    }
    return this.#handOn(id, offset);
  }

  /** Returns how much there is. What came whole at once becomes a file at once, or is sent again. */
  async #handOn(id: string, offset: number): Promise<number> {
    const { size } = await stat(path.join(this.#folder, id));
    if (size > offset && size - offset < this.#byteSize()) await this.#share(id, offset, size);
    return size;
  }

  /** Writes what arrives, also what arrived before the line broke. */
  #receive(place: string, start: number, most: number, standIn: Readable): Promise<void> {
    const incoming = this.#incoming;
    const file = createWriteStream(place, { flags: 'r+', start, highWaterMark: 1024 * 1024 });
    return new Promise((resolve, reject) => {
      let failure: unknown = null;
      let received = 0;
      let isOver = false;
      const stop = (error: unknown): void => {
        if (isOver) return;
        isOver = true;
        failure = error;
        incoming.unpipe(file);
        incoming.resume(); // the answer goes out on the same connection
        file.end();
      };
      incoming.on('data', (chunk: Buffer) => {
        received += chunk.length;
        if (received > most) stop(TOO_LONG);
      });
      incoming.once('error', () => stop(BROKEN_OFF));
      incoming.once('close', () => incoming.complete || stop(BROKEN_OFF));
      // somebody else goes on with this upload: what is here is enough
      standIn.once('end', () => stop(null)).resume();
      // what is stopped in the middle of a piece is still handed that piece, and refuses it: why it was stopped counts
      file.on('error', (error) => {
        failure ??= error;
      });
      file.once('close', () => {
        isOver = true;
        if (failure === null) resolve();
        else reject(failure);
      });
      incoming.pipe(file);
    });
  }
}

type Share = (id: string, start: number, end: number) => Promise<void>;

interface Configstore {
  get(id: string): Promise<Upload | undefined>;
  set(id: string, upload: Upload): Promise<void>;
  delete(id: string): Promise<void>;
}
