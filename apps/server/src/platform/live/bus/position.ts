import { isChannelName } from '../protocol.ts';

/** A room's position: a number in an epoch. It is the only form of message between processes. */
export interface RoomPosition {
  /** The name of a channel. Rooms with other names are neither sent nor received. */
  room: string;
  epoch: number;
  at: number;
}

/** The format of a text. The sender is eight random bytes by which a process recognizes its own texts. */
const WORDS = /^(?<sender>[0-9a-f]{16}) (?<epoch>\d{1,16}) (?<at>\d{1,16}) (?<room>[^ ]{1,200})$/;
/** Longer than any of our texts and far below the limit of NOTIFY (8,000 bytes). */
const MAX_LENGTH = 300;

/** Returns the text to send, or null for an invalid position, which other processes would not accept either. */
export function writePosition(sender: string, { room, epoch, at }: RoomPosition): string | null {
  const text = `${sender} ${epoch} ${at} ${room}`;
  return parsePosition(text) && text;
}

/** Parses a text. Null: foreign, since anyone who can reach the broker can write there. */
export function parsePosition(text: string): { sender: string; position: RoomPosition } | null {
  const words = text.length > MAX_LENGTH ? null : WORDS.exec(text)?.groups;
  if (!words) return null;
  const { sender = '', room = '' } = words;
  const [epoch, at] = [Number(words.epoch), Number(words.at)];
  if (!isChannelName(room) || !Number.isSafeInteger(epoch) || !Number.isSafeInteger(at)) return null;
  return { sender, position: { room, epoch, at } };
}
