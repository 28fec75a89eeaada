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
 * A file store for the tus library that reads directly from the connection. In the library's own way, every byte passes
 * through five more streams. The library gets an empty body, whose end means that the upload must be released.
 */
export class PieceStore extends FileStore {
  readonly #folder: string;
  readonly #incoming: IncomingMessage;
  readonly #byteSize: () => number;
  readonly #share: Share;
  #close: () => void = () => undefined;
  /** A substitute for the request's body. */
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

  /**
   * Returns the number of bytes so far. An upload that arrived in one request becomes a file immediately, or is sent
   * again.
   */
  async #handOn(id: string, offset: number): Promise<number> {
    const { size } = await stat(path.join(this.#folder, id));
    if (size > offset && size - offset < this.#byteSize()) await this.#share(id, offset, size);
    return size;
  }

  /** Writes arriving bytes, including those that arrived before the connection broke. */
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
      // another call continues this upload, so the bytes so far are enough
      standIn.once('end', () => stop(null)).resume();
      // a write stopped in the middle of a piece still gets that piece, and refuses it; only the first reason counts
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
