import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { pngOf } from '../../../../testing/pictures.ts';
import { bytesSource, isShownInline, judgeFile } from './index.ts';

const judge = (bytes: Buffer | string, name = 'x.png') => judgeFile(bytesSource(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes), name);
const u16be = (value: number) => Buffer.from([value >> 8, value & 255]);
const jpeg = (width: number, height: number, before = Buffer.alloc(0)) =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    before,
    Buffer.from([0xff, 0xc0, 0, 17, 8]),
    u16be(height),
    u16be(width),
    Buffer.alloc(10),
    Buffer.from([0xff, 0xda, 0, 2, 1, 2, 0xff, 0xd9]),
  ]);
const gif = (width: number, height: number, body = [0x2c, ...Buffer.alloc(10), 0, 0x3b]) =>
  Buffer.concat([Buffer.from('GIF89a'), Buffer.from([width & 255, width >> 8, height & 255, height >> 8, 0, 0, 0]), Buffer.from(body)]);
const webp = (kind: string, data: number[]) =>
  Buffer.concat([Buffer.from(`RIFF\x30\0\0\0WEBP${kind}\x10\0\0\0`, 'latin1'), Buffer.from(data), Buffer.alloc(20)]);
const bmp = (width: number, height: number) => {
  const bytes = Buffer.alloc(54);
  bytes.write('BM');
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  return bytes;
};

describe('a picture whose header is whole is taken', () => {
  test.each([
    ['image/png', pngOf(2)],
    ['image/jpeg', jpeg(640, 480)],
    ['image/jpeg', jpeg(640, 480, Buffer.concat([Buffer.from([0xff, 0xe1, 0xff, 0xff]), Buffer.alloc(65_533)]))],
    ['image/gif', gif(5, 5)],
    ['image/gif', gif(5, 5, [0x21, 0xf9, 2, 0, 0, 0, 0x2c, ...Buffer.alloc(10), 0, 0x3b])],
    ['image/webp', webp('VP8X', [0, 0, 0, 0, 99, 0, 0, 99, 0, 0])],
    ['image/bmp', bmp(4, -4)],
  ])('%s', async (mimeType, bytes) => {
    expect(await judge(bytes)).toEqual({ mimeType });
    expect(isShownInline(mimeType)).toBe(true);
  });
});

describe('[B072] more pixels than a picture has are refused by the header alone', () => {
  test.each([
    ['PNG', pngOf(1, 1, { width: 19_000, height: 19_000 })],
    ['PNG at the edge of 32 bits', pngOf(1, 1, { width: 0xffffffff, height: 0xffffffff })],
    ['JPEG', jpeg(65_535, 65_535)],
    ['GIF', gif(65_535, 65_535)],
    ['WebP', webp('VP8X', [0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])],
    ['BMP', bmp(1_000_000, -1_000_000)],
  ])('%s', async (_, bytes) => {
    expect(await judge(bytes)).toEqual({ refused: 'file.tooManyPixels' });
  });
  test('exactly 120 million are still a picture', async () => {
    expect(await judge(pngOf(1, 1, { width: 12_000, height: 10_000 }))).toEqual({ mimeType: 'image/png' });
    expect(await judge(pngOf(1, 1, { width: 12_000, height: 10_001 }))).toEqual({ refused: 'file.tooManyPixels' });
  });
});

describe('a picture that cannot be drawn is refused', () => {
  const png = pngOf(2);
  test.each([
    ['PNG without an end', png.subarray(0, -12)],
    ['PNG without anything drawn', Buffer.concat([png.subarray(0, 33), png.subarray(-12)])],
    ['PNG without width', pngOf(1, 1, { width: 0, height: 5 })],
    ['JPEG cut in its header', jpeg(4, 4).subarray(0, 8)],
    ['GIF of a script', gif(0x2a2f, 0)],
    ['GIF without a picture', gif(5, 5, [0x3b])],
    ['GIF whose extension never ends', gif(5, 5, [0x21, 0xf9, ...Buffer.alloc(5000, 1)])],
  ])('%s', async (_, bytes) => {
    expect(await judge(bytes)).toEqual({ refused: 'file.damaged' });
  });
  test('a PNG with a part longer than itself is not even one', async () => {
    expect(await judge(Buffer.concat([png.subarray(0, 33), Buffer.from([0xff, 0xff, 0xff, 0xff]), png.subarray(37)]))).toHaveProperty('refused');
  });
  test('[B072] a million empty parts cost no more than a few thousand', async () => {
    const part = Buffer.from('\0\0\0\0tEXt\0\0\0\0', 'latin1');
    expect(await judge(Buffer.concat([png.subarray(0, 33), Buffer.alloc(part.length * 1_000_000, part), png.subarray(33)]))).toEqual({
      refused: 'file.damaged',
    });
  });
});

describe('what is none of the kinds is refused, whatever its name', () => {
  test.each([
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a page before a PDF', '<html>\n%PDF-1.4'],
    ['a zip', 'PK\x03\x04'],
    ['a gzip bomb', deflateSync(Buffer.alloc(1000)).toString('latin1').replace(/^../s, '\x1f\x8b')],
    ['a program', 'MZ\x90\0'],
    ['text', 'just text'],
    ['a drawing with another name', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ])('%s', async (_, bytes) => {
    expect(await judge(bytes)).toEqual({ refused: 'file.kindRefused' });
  });

  test.each([
    ['nothing', '', 'file.empty'],
    ['a PDF that was cut short', '%PD', 'file.brokenPdf'],
    ['something else that is called a PDF', 'just text', 'file.brokenPdf'],
  ])('[B1466] %s says what it is', async (_, bytes, refused) => {
    expect(await judge(bytes, 'Report.PDF')).toEqual({ refused });
  });
});

describe('a drawing (SVG) is kept and never shown', () => {
  test.each([
    '<svg/>',
    '\uFEFF<?xml version="1.0"?>\n<!-- made -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/x.dtd">\n<svg xmlns="x"/>',
    '<x:svg xmlns:x="http://www.w3.org/2000/svg"></x:svg>',
    `<svg xmlns:xlink="http://www.w3.org/1999/xlink"><style>a{fill:url(#g)}</style><a href="https://school.example"><use xlink:href="#a" style="fill: url('#g')"/></a>
     <image href="data:image/png;base64,AAAA"/><animate attributeName="x" to="5"/><text>onload=1 javascript: @import</text></svg>`,
  ])('%s', async (text) => {
    expect(await judgeFile(bytesSource(Buffer.from(text)), 'Drawing.SVG')).toEqual({ mimeType: 'image/svg+xml' });
    expect(isShownInline('image/svg+xml')).toBe(false);
  });
  test.each([
    '<svg onload="alert(1)"/>',
    '<svg><script>alert(1)</script></svg>',
    '<svg><x:script xmlns:x="http://www.w3.org/2000/svg">1</x:script></svg>',
    '<svg><foreignObject><p xmlns="http://www.w3.org/1999/xhtml">a</p></foreignObject></svg>',
    '<svg><a href="java\nscript:alert(1)">a</a></svg>',
    '<svg><use href="https://elsewhere.example/a.svg#b"/></svg>',
    '<svg><image href="data:image/svg+xml;base64,AAAA"/></svg>',
    '<svg><a><set attributeName="xlink:href" to="javascript:alert(1)"/></a></svg>',
    '<svg><rect style="fill: url(https://elsewhere.example/a)"/></svg>',
    '<svg><style>@import "https://elsewhere.example/a.css";</style></svg>',
    '<svg><style><![CDATA[a{background:url("//elsewhere.example")}]]></style></svg>',
    '<?xml-stylesheet type="text/xsl" href="#s"?><svg></svg>',
    '<svg><unclosed></svg>',
    `<svg>${' '.repeat(6 * 1024 * 1024)}</svg>`,
  ])('[B140] one that runs or fetches something, or that nobody can read, is refused: %.60s', async (text) => {
    expect(await judgeFile(bytesSource(Buffer.from(text)), 'x.svg')).toEqual({ refused: 'file.activeDrawing' });
  });
  test.each(['<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>', '<html><svg/></html>', 'svg', '<svgx/>'])('but not %s', async (text) => {
    expect(await judgeFile(bytesSource(Buffer.from(text)), 'x.svg')).toEqual({ refused: 'file.kindRefused' });
  });
});

test.each(['image/tiff', 'image/x-icon', 'image/heic', 'image/svg+xml', 'text/html', 'application/zip'])('%s is only downloaded', (mimeType) => {
  expect(isShownInline(mimeType)).toBe(false);
});
