/**
 * The server HTTP API of the Pusher Channels protocol, for apps that a school runs with the product: they publish
 * events and ask which channels are occupied. Off unless an application is set up.
 *
 * Invariants: a request is valid only with its signature, of the last ten minutes, over method, path, parameters and
 * body; names of our own events cannot be published; responses are the same from every process.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SharedClock } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { RateLimiter } from '../../waiting/index.ts';
import { isChannelName, isPresenceChannel } from '../protocol.ts';
import type { Realtime } from '../realtime.ts';
import { ApiFault } from './faults.ts';
import { API_LIMITS, parseBatch, parseEvent, parseInfo, type PublishedEvent } from './published-events.ts';
import { findSignatureFault, isSignedBody, readParameters } from './signed-request.ts';

/** The credentials with which an app signs its requests. The key is that of the sockets. */
export interface ServerApiApplication {
  id: string;
  secret: string;
}

export interface ServerApiOptions {
  /** The application, or null when the API is off. */
  application: ServerApiApplication | null;
  key: string;
  clock: SharedClock;
  realtime: Pick<Realtime, 'publish' | 'listChannels' | 'listPresent'>;
  /** Counts a request against the caller's address. @throws TOO_MANY_REQUESTS */
  countAddress: (request: FastifyRequest, cost: number) => void;
  /** Returns true when only the server itself sends events of that name. */
  isReserved: (name: string) => boolean;
}

/** The limit on events times channels of the application, for each process. */
const PUBLISHED = { perMinute: 6000, burst: 2000 };

export function registerServerApi(app: FastifyInstance, { application, key, clock, realtime, countAddress, isReserved }: ServerApiOptions): void {
  const published = new RateLimiter(PUBLISHED);

  async function publish(reply: FastifyReply, events: readonly PublishedEvent[]): Promise<Record<string, unknown>[]> {
    const seconds = published.take(
      '',
      events.reduce((sum, { channels }) => sum + channels.length, 0),
    );
    if (seconds > 0) {
      reply.header('retry-after', String(seconds));
      throw new ApiFault(429, `Too many events; try again in ${seconds} seconds`);
    }
    for (const { name, data, channels } of events) realtime.publish(channels, name, parseData(data));
    return Promise.all(
      events.map(async ({ channels, info }) =>
        info.length === 0 ? {} : { channels: Object.fromEntries(await Promise.all(channels.map(async (channel) => [channel, await describe(channel)]))) },
      ),
    );
  }
  const describe = async (channel: string) => ({ user_count: (await realtime.listPresent(channel)).accounts.length });

  app.register(
    (scope, _options, done) => {
      scope.removeAllContentTypeParsers(); // the signature covers the body's text
      scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, parsed) => parsed(null, body));
      scope.setErrorHandler((error, request, reply) => answerFault(error as Error, request, reply));
      scope.addHook('onRequest', async (request, reply) => {
        reply.header('cache-control', 'no-store');
        countAddress(request, 1);
        if (!application || (request.params as { app: string }).app !== application.id) throw new ApiFault(404, 'There is no such application');
        const { latestMs } = await clock.read();
        const fault = findSignatureFault({ method: request.method, ...splitUrl(request) }, { key, secret: application.secret, nowMs: latestMs });
        if (fault) throw new ApiFault(401, fault);
      });
      scope.addHook('preHandler', async (request) => {
        if (!isSignedBody(splitUrl(request).query, bodyOf(request))) throw new ApiFault(401, 'body_md5 is not that of the body');
      });
      const bodyLimit = API_LIMITS.bodyBytes;
      scope.post('/events', { bodyLimit }, async (request, reply) => (await publish(reply, [parseEvent(bodyOf(request), isReserved)]))[0]);
      scope.post('/batch_events', { bodyLimit }, async (request, reply) => {
        const events = parseBatch(bodyOf(request), isReserved);
        const told = await publish(reply, events);
        if (events.every(({ info }) => info.length === 0)) return {};
        return { batch: told.map(({ channels }) => Object.values((channels ?? {}) as Record<string, unknown>)[0] ?? {}) };
      });
      scope.route({
        method: 'GET',
        url: '/channels',
        handler: async (request) => {
          const parameters = readParameters(splitUrl(request).query);
          const prefix = parameters?.get('filter_by_prefix') ?? '';
          const asksUsers = parseInfo(parameters?.get('info')).length > 0;
          if (asksUsers && !isPresenceChannel(prefix)) throw new ApiFault(400, 'user_count needs filter_by_prefix=presence-');
          const channels = await realtime.listChannels(prefix);
          return { channels: Object.fromEntries(channels.map(({ channel, accounts }) => [channel, asksUsers ? { user_count: accounts } : {}])) };
        },
      });
      scope.route({
        method: 'GET',
        url: '/channels/:channel',
        handler: async (request) => {
          const channel = channelOf(request);
          const asksUsers = parseInfo(readParameters(splitUrl(request).query)?.get('info')).length > 0;
          const { user_count } = await describe(channel);
          return { occupied: user_count > 0, ...(asksUsers ? { user_count } : {}) };
        },
      });
      scope.route({
        method: 'GET',
        url: '/channels/:channel/users',
        handler: async (request) => {
          const channel = channelOf(request);
          if (!isPresenceChannel(channel)) throw new ApiFault(400, 'Only a presence channel tells who is in it');
          const { accounts } = await realtime.listPresent(channel);
          return { users: accounts.map(({ accountId }) => ({ id: String(accountId) })) };
        },
      });
      done();
    },
    { prefix: '/apps/:app' },
  );
}

/** Parses the data as listeners do: a value that is not JSON is a text. */
function parseData(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return data;
  }
}

/** Returns the channel in the address. @throws ApiFault */
function channelOf(request: FastifyRequest): string {
  const { channel } = request.params as { channel: string };
  if (!isChannelName(channel)) throw new ApiFault(400, 'The channel name is not valid');
  return channel;
}

const bodyOf = ({ body }: FastifyRequest): string => (typeof body === 'string' ? body : '');

function splitUrl({ url }: FastifyRequest): { path: string; query: string } {
  const at = url.indexOf('?');
  return at === -1 ? { path: url, query: '' } : { path: url.slice(0, at), query: url.slice(at + 1) };
}

/** Sends an error in the protocol's form: a status and a line of text. */
function answerFault(error: Error & { statusCode?: number }, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = error instanceof ApiFault || error instanceof AppError ? error.status : (error.statusCode ?? 500);
  if (status >= 500) request.log.error({ err: error }, 'a request of an integration failed');
  if (error instanceof AppError && error.status === 429) reply.header('retry-after', String(error.params.seconds ?? 1));
  const message = error instanceof ApiFault ? error.message : (MESSAGES[status] ?? 'The request could not be done');
  return reply.code(status).type('text/plain; charset=utf-8').send(`${message}\n`);
}

const MESSAGES: Readonly<Record<number, string>> = {
  413: 'The body is too large',
  415: 'The body must be application/json',
  429: 'Too many requests from this address',
};
