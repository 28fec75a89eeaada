import { createWriteStream } from 'node:fs';
import { truncate } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { appError } from '../../../../platform/errors.ts';
import { TusRefusal } from './tus.ts';

interface Piece {
  /** The file of the upload. */
  place: string;
  /** The position of the first byte. */
  offset: number;
  /** The maximum number of bytes. */
  most: number;
  /** Ends the piece early, because another call continues the upload. The bytes so far count. */
  signal: AbortSignal;
}

/**
 * Writes a body to the file of its upload as it arrives. Bytes that arrived before the connection broke stay there.
 * @throws BODY_TOO_LARGE for more than `most` bytes, of which none stays; TusRefusal for a body that was broken off
 */
export async function receivePiece(incoming: IncomingMessage, piece: Piece): Promise<void> {
  const tooLong = appError('BODY_TOO_LARGE');
  try {
    await writeBody(incoming, piece, tooLong);
  } catch (error) {
    if (error === tooLong) await truncate(piece.place, piece.offset);
    throw error;
  }
}

function writeBody(incoming: IncomingMessage, { place, offset, most, signal }: Piece, tooLong: Error): Promise<void> {
  const brokenOff = new TusRefusal(400, 'the request was broken off\n');
  if (signal.aborted || (incoming.destroyed && !incoming.complete)) return Promise.reject(brokenOff);
  const file = createWriteStream(place, { flags: 'r+', start: offset, highWaterMark: 1024 * 1024 });
  return new Promise((resolve, reject) => {
    let failure: unknown = null;
    let received = 0;
    let isOver = false;
    const stop = (error: unknown): void => {
      if (isOver) return;
      isOver = true;
      failure = error;
      incoming.unpipe(file);
      incoming.resume(); // the response is sent on the same connection
      file.end();
    };
    incoming.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > most) stop(tooLong);
    });
    incoming.once('error', () => stop(brokenOff));
    incoming.once('close', () => incoming.complete || stop(brokenOff));
    signal.addEventListener('abort', () => stop(null), { once: true });
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
