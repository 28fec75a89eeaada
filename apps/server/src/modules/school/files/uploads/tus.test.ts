import { expect, test } from 'vitest';
import { parseTusHeaders, requireLength, requireOffset, toMetadata, type TusRefusal } from './tus.ts';

const begin = { 'tus-resumable': '1.0.0', 'upload-length': '10' };
const piece = { 'tus-resumable': '1.0.0', 'upload-offset': '4', 'content-type': 'application/offset+octet-stream', 'content-length': '6' };

const statusOf = (read: () => unknown): number => {
  try {
    read();
    return 200;
  } catch (error) {
    return (error as TusRefusal).status;
  }
};

test('the headers of a beginning and of a piece are read', () => {
  const begun = parseTusHeaders({ ...begin, 'upload-metadata': `${toMetadata('Größe.png')},draft` });
  expect([requireLength(begun, begin), [...begun.metadata], begun.hasPiece]).toEqual([10, [['filename', 'Größe.png']], false]);
  const sent = parseTusHeaders(piece);
  expect([requireOffset(sent, piece), sent.hasPiece, sent.bodyLength]).toEqual([4, true, 6]);
});

test.each([
  ['no version', { 'tus-resumable': undefined }, 412],
  ['another version', { 'tus-resumable': '0.2.2' }, 400],
  ['no length', { 'upload-length': undefined }, 400],
  ['a length below zero', { 'upload-length': '-1' }, 400],
  ['a length written otherwise', { 'upload-length': '1e3' }, 400],
  ['a length to be told later', { 'upload-length': undefined, 'upload-defer-length': '1' }, 501],
  ['a part of several', { 'upload-concat': 'partial' }, 501],
  ['a name twice', { 'upload-metadata': 'a YQ==,a YQ==' }, 400],
  ['a value that is no base64', { 'upload-metadata': 'filename b' }, 400],
  ['no name', { 'upload-metadata': '' }, 400],
])('a beginning with %s is refused', (_, headers, status) => {
  const given = { ...begin, ...headers };
  expect(statusOf(() => requireLength(parseTusHeaders(given), given))).toBe(status);
});

test.each([
  ['no offset', { 'upload-offset': undefined }, 403],
  ['an offset that is none', { 'upload-offset': '4.5' }, 400],
  ['no type', { 'content-type': undefined }, 403],
  ['another type', { 'content-type': 'application/json' }, 400],
  ['a length', { 'upload-length': '10' }, 501],
])('a piece with %s is refused', (_, headers, status) => {
  const given = { ...piece, ...headers };
  expect(statusOf(() => requireOffset(parseTusHeaders(given), given))).toBe(status);
});
