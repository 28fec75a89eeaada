import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openZip, ZipError } from './index.ts';
import { makeZip } from './testing/make-zip.ts';

const LIMITS = { entries: 10, totalBytes: 1_000_000 };

async function textOf(bytes: Buffer, name: string, limits = LIMITS): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of openZip(bytes, limits).read(name)) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}
const problemOf = (reading: () => Promise<unknown>): Promise<unknown> =>
  reading().then(
    () => null,
    (error: unknown) => (error instanceof ZipError ? error.problem : error),
  );

describe('archives', () => {
  test('what goes in comes out, whatever the names; the same parts make the same bytes', async () => {
    const parts = { 'a.txt': 'one', 'Größe/b.xml': '<b/>'.repeat(10_000), empty: '' };
    const bytes = await makeZip(parts);
    expect(await makeZip(parts)).toEqual(bytes);
    for (const [name, text] of Object.entries(parts)) expect(await textOf(bytes, name)).toBe(text);
    expect(await textOf(bytes, 'A.TXT')).toBe('one');
    expect(openZip(bytes, LIMITS).names).toContain('größe/b.xml');
  });

  test('names are keys: one that leads out of the archive, or to the root, leads nowhere', async () => {
    const bytes = await makeZip({ '../out.txt': 'a', '/etc/passwd': 'b', 'folder\\c.txt': 'c' });
    expect(openZip(bytes, LIMITS).names).toEqual(['../out.txt', 'etc/passwd', 'folder/c.txt']);
  });

  test('something before the archive is passed over, as programs that unpack themselves have it', async () => {
    const bytes = Buffer.concat([Buffer.from('#!/bin/sh\n'), await makeZip({ a: 'one' })]);
    expect(await textOf(bytes, 'a')).toBe('one');
  });
});

describe('what is damaged or too much says so in errors of its own', () => {
  test('a bomb: what comes out is counted, over all parts, whatever the archive says of itself', async () => {
    const bomb = await makeZip({ a: '0'.repeat(5_000_000) });
    expect(bomb.length).toBeLessThan(20_000);
    expect(await problemOf(() => textOf(bomb, 'a'))).toBe('too_large');
    bomb.writeUInt32LE(10, bomb.lastIndexOf(Buffer.from('PK\u0001\u0002', 'latin1')) + 24);
    expect(await problemOf(() => textOf(bomb, 'a'))).toBe('too_large');
    const archive = openZip(await makeZip({ a: '0'.repeat(600_000), b: '0'.repeat(600_000) }), LIMITS);
    for await (const _ of archive.read('a'));
    await expect(archive.read('b').next()).resolves.toBeDefined();
    expect(
      await problemOf(async () => {
        for await (const _ of archive.read('b'));
      }),
    ).toBe('too_large');
  });

  test('more entries than may be', async () => {
    const bytes = await makeZip(Object.fromEntries(Array.from({ length: 11 }, (_, number) => [`${number}`, ''])));
    expect(await problemOf(async () => openZip(bytes, LIMITS))).toBe('too_large');
  });

  test('cut off, no archive, another part, a sum that is not right', async () => {
    const bytes = await makeZip({ a: 'some words' });
    expect(await problemOf(async () => openZip(bytes.subarray(0, -5), LIMITS))).toBe('broken');
    expect(await problemOf(async () => openZip(Buffer.from('PK\u0003\u0004'), LIMITS))).toBe('broken');
    expect(await problemOf(() => textOf(bytes, 'b'))).toBe('broken');
    const other = Buffer.from(bytes);
    deflateRawSync('other word').copy(other, 31);
    expect(await problemOf(() => textOf(other, 'a'))).toBe('broken');
  });

  test('encrypted, or packed as nobody packs today', async () => {
    const bytes = await makeZip({ a: 'some words' });
    const directoryAt = bytes.lastIndexOf(Buffer.from('PK\u0001\u0002', 'latin1'));
    const encrypted = Buffer.from(bytes);
    encrypted.writeUInt16LE(1, directoryAt + 8);
    const imploded = Buffer.from(bytes);
    imploded.writeUInt16LE(6, directoryAt + 10);
    for (const one of [encrypted, imploded]) expect(await problemOf(async () => openZip(one, LIMITS))).toBe('unsupported');
  });
});
