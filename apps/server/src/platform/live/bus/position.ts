import { isChannelName } from '../protocol.ts';

/** A room stands at a number of an epoch: all that processes say to each other. */
export interface RoomPosition {
  /** A channel's name: whatever else is called a room is neither said nor heard. */
  room: string;
  epoch: number;
  at: number;
}

/** Eight random bytes by which a process knows its own words again. */
const WORDS = /^(?<sender>[0-9a-f]{16}) (?<epoch>\d{1,16}) (?<at>\d{1,16}) (?<room>[^ ]{1,200})$/;
/** Longer than any of our own texts and far below what NOTIFY takes (8,000 bytes). */
const MAX_LENGTH = 300;

/** The text that goes over the line; null where the position is none, which no other process would take either. */
export function writePosition(sender: string, { room, epoch, at }: RoomPosition): string | null {
  const text = `${sender} ${epoch} ${at} ${room}`;
  return parsePosition(text) && text;
}

/** Null: foreign, since whoever can reach the broker can write there. */
export function parsePosition(text: string): { sender: string; position: RoomPosition } | null {
  const words = text.length > MAX_LENGTH ? null : WORDS.exec(text)?.groups;
  if (!words) return null;
  const { sender = '', room = '' } = words;
  const [epoch, at] = [Number(words.epoch), Number(words.at)];
  if (!isChannelName(room) || !Number.isSafeInteger(epoch) || !Number.isSafeInteger(at)) return null;
  return { sender, position: { room, epoch, at } };
}
