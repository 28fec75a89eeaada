/** WebSocket frames from server to client (RFC 6455, section 5.2): final, unmasked, built once and written to many. */

const FINAL = 0x80;
const OPCODE = { text: 0x1, ping: 0x9, pong: 0xa } as const;

/** Builds a whole text message. Text, never binary: pusher-js in browsers does not read binary messages. */
export function textFrame(text: string): Buffer {
  return frame(OPCODE.text, Buffer.from(text));
}

/** Builds the reply to a client's ping. The payload, at most 125 bytes, is the ping's own. */
export function pongFrame(payload: Buffer): Buffer {
  return frame(OPCODE.pong, payload);
}

/** An empty ping, which every WebSocket client answers automatically. */
export const PING_FRAME = frame(OPCODE.ping, Buffer.alloc(0));

function frame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload;
  const headerLength = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const bytes = Buffer.allocUnsafe(headerLength + length);
  bytes[0] = FINAL | opcode;
  if (headerLength === 2) bytes[1] = length;
  else if (headerLength === 4) {
    bytes[1] = 126;
    bytes.writeUInt16BE(length, 2);
  } else {
    bytes[1] = 127;
    bytes.writeBigUInt64BE(BigInt(length), 2);
  }
  payload.copy(bytes, headerLength);
  return bytes;
}
