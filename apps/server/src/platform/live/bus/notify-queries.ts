import type pg from 'pg';

/** The channel's name. Each database has separate channels. */
export const ROOMS_CHANNEL = 'classwright_rooms';
const ECHO_CHANNEL = 'classwright_echo';

export async function listenForRooms(client: pg.Client): Promise<void> {
  await client.query(`LISTEN ${ROOMS_CHANNEL}`);
}

/** Notifies with one statement and one commit for all texts, in their order. */
export async function notifyOfRooms(client: pg.Client, texts: readonly string[]): Promise<void> {
  await client.query('SELECT pg_notify($1, text) FROM unnest($2::text[]) WITH ORDINALITY AS said (text, place) ORDER BY place', [ROOMS_CHANNEL, texts]);
}

export async function listenForEcho(client: pg.Client): Promise<void> {
  await client.query(`LISTEN ${ECHO_CHANNEL}`);
}

export async function unlistenForEcho(client: pg.Client): Promise<void> {
  await client.query(`UNLISTEN ${ECHO_CHANNEL}`);
}

/** Sends a text to its listeners. */
export async function echo(client: pg.Client, word: string): Promise<void> {
  await client.query('SELECT pg_notify($1, $2)', [ECHO_CHANNEL, word]);
}

export async function checkConnection(client: pg.Client): Promise<void> {
  await client.query('SELECT 1');
}
