import { crc32, deflateSync } from 'node:zlib';

type Color = readonly [red: number, green: number, blue: number];
type Shape = readonly [isInside: (x: number, y: number) => boolean, color: Color];

const SKINS: readonly Color[] = [
  [255, 224, 196],
  [241, 194, 150],
  [224, 172, 120],
  [176, 118, 78],
  [134, 84, 54],
  [92, 58, 40],
];
const HAIRS: readonly Color[] = [
  [32, 26, 26],
  [58, 38, 28],
  [96, 58, 34],
  [150, 92, 44],
  [206, 160, 86],
  [150, 66, 34],
];
const CLOTHES: readonly Color[] = [
  [196, 29, 106],
  [46, 108, 176],
  [40, 128, 96],
  [222, 140, 40],
  [112, 84, 178],
  [70, 84, 104],
];
const GROUNDS: readonly Color[] = [
  [250, 222, 232],
  [218, 234, 250],
  [216, 240, 226],
  [252, 236, 206],
  [232, 224, 250],
  [226, 232, 238],
];
const DARK: Color = [34, 28, 32];

const ellipse =
  (cx: number, cy: number, rx: number, ry: number) =>
  (x: number, y: number): boolean =>
    ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 <= 1;
const ring = (cx: number, cy: number, radius: number, width: number) => (x: number, y: number) => Math.abs(Math.hypot(x - cx, y - cy) - radius) <= width / 2;
const isHead = ellipse(0.5, 0.46, 0.2, 0.235);
const isCrown = ellipse(0.5, 0.4, 0.235, 0.225);

/** A shape of hair or scarf, in front of the head and behind it. */
interface Style {
  front: Shape[];
  back: Shape[];
}

/** The letters of a look: short, long, bun, curls, headscarf, cropped. */
const styles: Readonly<Record<string, (hair: Color, scarf: Color) => Style>> = {
  s: (hair) => ({ front: [[(x, y) => isCrown(x, y) && y < 0.34 + 0.35 * Math.abs(x - 0.44), hair]], back: [[isCrown, hair]] }),
  l: (hair) => ({
    front: [[(x, y) => isCrown(x, y) && y < 0.33 + 0.5 * Math.abs(x - 0.56), hair]],
    back: [[(x, y) => ellipse(0.5, 0.52, 0.27, 0.36)(x, y) && y < 0.8, hair]],
  }),
  b: (hair) => ({
    front: [[(x, y) => isCrown(x, y) && y < 0.34, hair]],
    back: [
      [ellipse(0.5, 0.16, 0.11, 0.1), hair],
      [isCrown, hair],
    ],
  }),
  c: (hair) => ({
    front: [[(x, y) => isCrown(x, y) && y < 0.32 + 0.02 * Math.sin(60 * x), hair]],
    back: [
      [ellipse(0.36, 0.3, 0.14, 0.14), hair],
      [ellipse(0.5, 0.24, 0.16, 0.13), hair],
      [ellipse(0.64, 0.3, 0.14, 0.14), hair],
      [ellipse(0.31, 0.44, 0.1, 0.12), hair],
      [ellipse(0.69, 0.44, 0.1, 0.12), hair],
    ],
  }),
  h: (_hair, scarf) => ({
    front: [[(x, y) => ellipse(0.5, 0.45, 0.28, 0.32)(x, y) && !ellipse(0.5, 0.48, 0.185, 0.21)(x, y), scarf]],
    back: [[(x, y) => ellipse(0.5, 0.74, 0.3, 0.26)(x, y), scarf]],
  }),
  p: (hair) => ({ front: [[(x, y) => isCrown(x, y) && y < 0.3, hair]], back: [] }),
};

/**
 * Draws a simple face as a PNG of 64 × 64 pixels, for the people of the demo school. `look`: skin, a letter for the
 * hair, its color, and "+" for glasses, such as "3b0+". `number` gives the colors of clothes and ground.
 */
export function drawFace(look: string, number: number): Buffer {
  const [skinAt, letter = '', hairAt, isWithGlasses] = look;
  const at = <T>(list: readonly T[], place: number): T => list[place % list.length] as T;
  const skin = at(SKINS, Number(skinAt));
  const cloth = at(CLOTHES, number);
  const { front, back } = styles[letter]!(at(HAIRS, Number(hairAt)), at(CLOTHES, number + 2));
  const glasses = isWithGlasses ? [0.42, 0.58].map((x): Shape => [ring(x, 0.47, 0.055, 0.016), DARK]) : [];
  return toPng([
    ...glasses,
    [ellipse(0.42, 0.47, 0.02, 0.026), DARK],
    [ellipse(0.58, 0.47, 0.02, 0.026), DARK],
    [(x, y) => y > 0.565 && ring(0.5, 0.52, 0.085, 0.02)(x, y), DARK],
    ...front,
    [isHead, skin],
    [(x, y) => Math.abs(x - 0.5) < 0.075 && y > 0.6 && y < 0.8, skin],
    [ellipse(0.5, 1.06, 0.38, 0.32), cloth],
    ...back,
    [() => true, at(GROUNDS, Math.floor(number / 2))],
  ]);
}

const SIZE = 64;
/** The points of a pixel on an edge, as fractions of it; their colors are averaged. */
const POINTS = [0.125, 0.375, 0.625, 0.875];

function toPng(shapes: readonly Shape[]): Buffer {
  const shapeAt = (x: number, y: number): Shape => shapes.find(([isInside]) => isInside(x / SIZE, y / SIZE)) as Shape;
  const centers = Array.from({ length: SIZE ** 2 }, (_, at) => shapeAt((at % SIZE) + 0.5, Math.floor(at / SIZE) + 0.5));
  const isEdge = (at: number): boolean => [at - 1, at + 1, at - SIZE, at + SIZE].some((other) => (centers[other] ?? centers[at]) !== centers[at]);
  const line = 1 + 3 * SIZE;
  const pixels = Buffer.alloc(line * SIZE);
  for (const [at, center] of centers.entries()) {
    const [column, row] = [at % SIZE, Math.floor(at / SIZE)];
    const colors = isEdge(at) ? POINTS.flatMap((x) => POINTS.map((y) => shapeAt(column + x, row + y)[1])) : [center[1]];
    for (let channel = 0; channel < 3; channel += 1)
      pixels[row * line + 1 + 3 * column + channel] = Math.round(colors.reduce((sum, color) => sum + color[channel]!, 0) / colors.length);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE, 4);
  header.set([8, 2, 0, 0, 0], 8); // 8 bits for each of red, green and blue
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns a part of a PNG: its length, type, bytes and checksum. */
function chunk(type: string, bytes: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), bytes]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(bytes.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
