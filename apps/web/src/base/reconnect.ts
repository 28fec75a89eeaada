/** The part of a Pusher client that retrying needs. */
export interface Reconnectable {
  readonly connection: { readonly state: string; bind(event: 'state_change', listener: (change: { current: string }) => void): unknown };
  connect(): void;
  disconnect(): void;
}

const PAUSE_MS = { first: 3000, last: 12_000, growth: 1.5 };
const IS_TRYING = new Set(['connecting', 'unavailable']);

/**
 * Makes a client that lost its server retry every few seconds, with some randomness, so that the clients of a class do
 * not come back simultaneously. pusher-js (8.6) alone retries once after a second and then pauses for 15, 30 and 60 s:
 * too long for a lesson whose server was restarted. A client that the server rejected is not retried. Returns a
 * function that stops it.
 */
export function retryConnection(client: Reconnectable): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempts = 0;
  const plan = (): void => {
    const pauseMs = Math.min(PAUSE_MS.last, PAUSE_MS.first * PAUSE_MS.growth ** attempts++) * (0.75 + Math.random() / 2);
    timer = setTimeout(() => {
      timer = undefined;
      if (!IS_TRYING.has(client.connection.state)) return;
      client.disconnect();
      client.connect();
    }, pauseMs);
  };
  client.connection.bind('state_change', ({ current }) => {
    if (IS_TRYING.has(current)) {
      if (timer === undefined) plan();
    } else if (current === 'connected') {
      clearTimeout(timer);
      timer = undefined;
      attempts = 0;
    }
  });
  if (IS_TRYING.has(client.connection.state)) plan();
  return () => clearTimeout(timer);
}
