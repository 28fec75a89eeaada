import { randomBytes } from 'node:crypto';
import { pngOf } from '@classwright/server/testing/pictures';

export interface Sample {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A gray image. Adding `bytes` after its end makes it as large as needed. */
export const picture = (name: string, bytes = 0): Sample => ({ name, mimeType: 'image/png', buffer: Buffer.concat([pngOf(320, 180), randomBytes(bytes)]) });

/** A one-second tone. */
export function sound(name: string): Sample {
  const [rate, samples] = [8000, 8000];
  const head = Buffer.from('RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\0\0\0\0\0\0\0\0\x01\0\x08\0data\0\0\0\0', 'latin1');
  head.writeUInt32LE(36 + samples, 4);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt32LE(samples, 40);
  const wave = Buffer.from(Array.from({ length: samples }, (_, at) => 128 + Math.round(60 * Math.sin((2 * Math.PI * 440 * at) / rate))));
  return { name, mimeType: 'audio/wav', buffer: Buffer.concat([head, wave]) };
}

/** A PDF of pages with a line of text each, and a script that must never run. */
export function pdf(name: string, lines: readonly string[]): Sample {
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> >>`,
    `<< /Type /Pages /Count ${lines.length} /Kids [${lines.map((_, index) => `${4 + 2 * index} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...lines.flatMap((line, index) => {
      const text = `BT /F1 24 Tf 40 120 Td (${line}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 200] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * index} 0 R >>`,
        `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
      ];
    }),
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF`;
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(text, 'latin1') };
}
