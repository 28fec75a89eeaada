import type pg from 'pg';

/** Channels are each database's own. */
export const ROOMS_CHANNEL = 'classwright_rooms';
const ECHO_CHANNEL = 'classwright_echo';

export async function listenForRooms(client: pg.Client): Promise<void> {
  await client.query(`LISTEN ${ROOMS_CHANNEL}`);
}

/** One statement and one commit for all of them; the order is that of the texts. */
export async function notifyOfRooms(client: pg.Client, texts: readonly string[]): Promise<void> {
  await client.query('SELECT pg_notify($1, text) FROM unnest($2::text[]) WITH ORDINALITY AS said (text, place) ORDER BY place', [ROOMS_CHANNEL, texts]);
}

export async function listenForEcho(client: pg.Client): Promise<void> {
  await client.query(`LISTEN ${ECHO_CHANNEL}`);
}

export async function unlistenForEcho(client: pg.Client): Promise<void> {
  await client.query(`UNLISTEN ${ECHO_CHANNEL}`);
}

/** Says a word to whoever listens for it. */
export async function echo(client: pg.Client, word: string): Promise<void> {
  await client.query('SELECT pg_notify($1, $2)', [ECHO_CHANNEL, word]);
}

export async function askWhetherAlive(client: pg.Client): Promise<void> {
  await client.query('SELECT 1');
}
