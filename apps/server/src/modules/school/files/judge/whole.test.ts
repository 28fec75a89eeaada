import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { bytesSource, judgeFile } from './index.ts';

const judge = (bytes: Buffer, name: string) => judgeFile(bytesSource(bytes), name);
const CUT = { refused: 'file.cut' };
const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const u32be = (value: number): Buffer => Buffer.from([value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]);
const u32le = (value: number): Buffer => u32be(value).reverse();
/** Bytes that contain no mark by chance. */
const plain = (length: number): Buffer => Buffer.from(randomBytes(length).map((byte) => byte & 0x7f));

const drawn = plain(300_000);
const jpeg = Buffer.concat([
  ...[latin('\xff\xd8\xff\xe1\x00\x0aExif\xff\xd9\x00\x00'), latin('\xff\xc0\x00\x11\x08'), latin('\x01\xe0\x02\x80'), Buffer.alloc(10)],
  ...[latin('\xff\xda\x00\x02'), drawn, latin('\xff\xd9')],
]);
const blocks = (count: number): Buffer =>
  Buffer.concat([...Array.from({ length: count }, () => Buffer.concat([Buffer.from([255]), plain(255)])), Buffer.from([0])]);
const gif = Buffer.concat([
  latin('GIF89a\x05\0\x05\0\x80\0\0'),
  plain(6),
  latin(',\0\0\0\0\x05\0\x05\0\0\x02'),
  blocks(300),
  latin('!\xf9\x04\0\0\0\0\0,\0\0\0\0\x05\0\x05\0\0\x02'),
  blocks(300),
  latin(';'),
]);
const riff = (kind: string, body: Buffer, said = body.length + 4): Buffer => Buffer.concat([latin('RIFF'), u32le(said), latin(kind), body]);
const webp = riff('WEBP', Buffer.concat([latin('VP8X\x0a\0\0\0\0\0\0\0\x63\0\0\x63\0\0'), latin('VP8 '), u32le(50_000), plain(50_000)]));
const sound = Buffer.concat([latin('fmt \x10\0\0\0\x01\0\x01\0@\x1f\0\0@\x1f\0\0\x01\0\x08\0data'), u32le(50_000), plain(50_000)]);
const wav = riff('WAVE', sound);
const box = (name: string, body: Buffer, size = body.length + 8): Buffer => Buffer.concat([u32be(size), latin(name), body]);
const ftyp = box('ftyp', latin('isom\0\0\x02\0isomiso2mp41'));
const moov = box('moov', box('mvhd', Buffer.alloc(100)));
const mp4 = Buffer.concat([ftyp, moov, box('mdat', plain(50_000))]);
const mp4WithIndexAtItsEnd = Buffer.concat([ftyp, box('mdat', plain(50_000)), moov]);
const ebml = latin('\x1aE\xdf\xa3\x87\x42\x82\x84webm');
const webm = (body: Buffer, size: Buffer = Buffer.concat([latin('\x01\0\0\0'), u32be(body.length)])): Buffer =>
  Buffer.concat([ebml, latin('\x18S\x80g'), size, body]);
const frame = (said: number | null): Buffer =>
  Buffer.concat([
    latin('\xff\xfb\x90\x00'),
    Buffer.alloc(32),
    ...(said === null ? [] : [latin('Xing'), u32be(3), u32be(100), u32be(said)]),
    Buffer.alloc(400),
  ]).subarray(0, 417);
const mp3 = (said: number | null): Buffer => Buffer.concat([frame(said), ...Array.from({ length: 100 }, () => frame(null))]);
const WHOLE_MP3 = 417 * 101;

const kinds = [
  ['a JPEG', 'image/jpeg', jpeg],
  ['a GIF', 'image/gif', gif],
  ['a WebP', 'image/webp', webp],
  ['a WAV', 'audio/wav', wav],
  ['an MP4', 'video/mp4', mp4],
  ['an MP4 with its index at its end', 'video/mp4', mp4WithIndexAtItsEnd],
  ['a WebM', 'video/webm', webm(plain(50_000))],
  ['an MP3', 'audio/mpeg', mp3(WHOLE_MP3)],
] as const;

describe('a picture, a sound, a film is there to its end', () => {
  test.each(kinds)('[B1906] %s is taken, also with something behind its end', async (_, mimeType, bytes) => {
    expect(await judge(bytes, 'x')).toEqual({ mimeType });
    expect(await judge(Buffer.concat([bytes, Buffer.alloc(3000)]), 'x')).toEqual({ mimeType });
    expect(await judge(Buffer.concat([bytes, latin('<!-- sent by a server -->'.repeat(100))]), 'x')).toEqual({ mimeType });
  });

  test.each(kinds)('[B1906] %s that was cut short anywhere is refused as that', async (_, __, bytes) => {
    for (const part of [0.3, 0.5, 0.8, 0.95]) expect([part, await judge(bytes.subarray(0, Math.floor(bytes.length * part)), 'x')]).toEqual([part, CUT]);
  });

  test.each([
    ['a JPEG with a film behind it, as phones take them', 'image/jpeg', Buffer.concat([jpeg, mp4, plain(600_000)])],
    ['a GIF without its last byte, which many programs leave out', 'image/gif', gif.subarray(0, -1)],
    ['a WAV of a stream, which says nothing of its length', 'audio/wav', riff('WAVE', sound, 0)],
    ['a WAV of a stream, which says the most that fits', 'audio/wav', riff('WAVE', sound, 0xffff_ffff)],
    [
      'an MP4 in pieces, as browsers record it',
      'video/mp4',
      Buffer.concat([ftyp, moov, box('moof', plain(80)), box('mdat', plain(900)), box('moof', plain(80)), box('mdat', plain(900))]),
    ],
    ['an MP4 whose last box goes to the end', 'video/mp4', Buffer.concat([ftyp, moov, box('mdat', plain(900), 0)])],
    ['a WebM of a stream, as browsers record it', 'video/webm', webm(plain(900), latin('\x01\xff\xff\xff\xff\xff\xff\xff'))],
    ['an MP3 that says nothing of its length', 'audio/mpeg', mp3(null)],
  ])('[B1906] %s is taken', async (_, mimeType, bytes) => {
    expect(await judge(bytes, 'x')).toEqual({ mimeType });
  });

  test('[B1906] a PDF of a beginning and an end alone is called broken', async () => {
    expect(await judge(latin('%PDF-1.4\n%%EOF\n'), 'Essay.pdf')).toEqual({ refused: 'file.brokenPdf' });
    expect(await judge(latin(`%PDF-1.4\n${'%\n'.repeat(1000)}xref\n0 0\ntrailer\n<<>>\nstartxref\n9\n%%EOF\n`), 'Essay.pdf')).toEqual({
      refused: 'file.brokenPdf',
    });
  });

  test('[B1906] a GIF of 50 MB is walked in moments', async () => {
    const large = Buffer.concat([gif.subarray(0, 30), blocks(190_000), latin(';')]);
    const begun = performance.now();
    expect(await judge(large, 'x')).toEqual({ mimeType: 'image/gif' });
    expect(performance.now() - begun).toBeLessThan(5000);
  });
});
