import { isChannelName, MAX_EVENT_NAME } from '../protocol.ts';
import { ApiFault } from './faults.ts';

/** An event that an integration sends. */
export interface PublishedEvent {
  name: string;
  /** Text unchanged; parsed where it is JSON. */
  data: string;
  channels: readonly string[];
  /** The attributes of the channels that the sender asks for. */
  info: readonly string[];
}

export const API_LIMITS = { dataBytes: 10 * 1024, channelsOfEvent: 100, eventsOfBatch: 10, bodyBytes: 512 * 1024 } as const;

/** Parses the body of `POST /events`. @throws ApiFault */
export function parseEvent(body: string, isReserved: (name: string) => boolean): PublishedEvent {
  const given = parseObject(body);
  const channels = given.channels ?? (given.channel === undefined ? undefined : [given.channel]);
  if (!Array.isArray(channels) || channels.length === 0) throw new ApiFault(400, 'channels must be a list of channel names, or channel one of them');
  if (channels.length > API_LIMITS.channelsOfEvent) throw new ApiFault(400, `An event goes to ${API_LIMITS.channelsOfEvent} channels at most`);
  return parseOne(given, channels, isReserved);
}

/** Parses the body of `POST /batch_events`. @throws ApiFault */
export function parseBatch(body: string, isReserved: (name: string) => boolean): PublishedEvent[] {
  const { batch } = parseObject(body);
  if (!Array.isArray(batch) || batch.length === 0) throw new ApiFault(400, 'batch must be a list of events');
  if (batch.length > API_LIMITS.eventsOfBatch) throw new ApiFault(400, `A batch holds ${API_LIMITS.eventsOfBatch} events at most`);
  return batch.map((given: unknown) => {
    if (!isRecord(given)) throw new ApiFault(400, 'batch must be a list of events');
    return parseOne(given, [given.channel], isReserved);
  });
}

function parseOne({ name, data, info, socket_id }: Record<string, unknown>, channels: unknown[], isReserved: (name: string) => boolean): PublishedEvent {
  if (typeof name !== 'string' || name === '' || name.length > MAX_EVENT_NAME)
    throw new ApiFault(400, `name must be a text of at most ${MAX_EVENT_NAME} characters`);
  if (isReserved(name)) throw new ApiFault(403, `The name ${name} is kept for the server's own events; begin with a word of your own`);
  if (typeof data !== 'string') throw new ApiFault(400, 'data must be a text, of JSON where it is more than a text');
  if (Buffer.byteLength(data) > API_LIMITS.dataBytes) throw new ApiFault(413, `The data of an event is more than ${API_LIMITS.dataBytes} bytes`);
  if (socket_id !== undefined && socket_id !== null) throw new ApiFault(400, 'socket_id is not supported: an event goes to everybody who listens');
  for (const channel of channels)
    if (!isChannelName(channel)) throw new ApiFault(400, `${String(channel).slice(0, 200)} is not the name of a private or presence channel`);
  return { name, data, channels: [...new Set(channels as string[])], info: parseInfo(info) };
}

/** Parses the list of requested attributes. @throws ApiFault */
export function parseInfo(info: unknown): string[] {
  if (info === undefined || info === null || info === '') return [];
  const asked = typeof info === 'string' ? info.split(',') : [];
  if (asked.length === 0 || asked.some((name) => name !== 'user_count')) throw new ApiFault(400, 'info can be user_count');
  return asked;
}

function parseObject(body: string): Record<string, unknown> {
  let given: unknown;
  try {
    given = JSON.parse(body);
  } catch {
    given = null;
  }
  if (!isRecord(given)) throw new ApiFault(400, 'The body must be a JSON object');
  return given;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
