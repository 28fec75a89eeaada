import type { Readable } from 'node:stream';
import type { Bearer } from './oauth.ts';

/** What is sent back. */
export interface Answer {
  status: number;
  headers?: Record<string, string>;
  /** An object goes as JSON. */
  body: object | string | Readable;
}

/** A call as far as it is read. */
export interface Incoming {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  text: string;
}

/** What is noted of a call beside its answer. */
export interface Note {
  id: string | null;
  bearer: Bearer | null;
}

export const html = (status: number, text: string): Answer => ({ status, headers: { 'content-type': 'text/html; charset=utf-8' }, body: text });
