import type { Readable } from 'node:stream';
import type { Bearer } from './oauth.ts';

/** The response. */
export interface Answer {
  status: number;
  headers?: Record<string, string>;
  /** The body. An object is sent as JSON. */
  body: object | string | Readable;
}

/** A received call, as far as it is read. */
export interface Incoming {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  text: string;
}

/** A note about a call in addition to its response. */
export interface Note {
  id: string | null;
  bearer: Bearer | null;
}

export const html = (status: number, text: string): Answer => ({ status, headers: { 'content-type': 'text/html; charset=utf-8' }, body: text });
