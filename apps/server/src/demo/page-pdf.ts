/** A page as a student might type it: a heading and a text, in Latin letters of western Europe. */
export interface TypedPage {
  title: string;
  text: string;
}

const WIDTH = 595;
const HEIGHT = 842;
const MARGIN = 62;
const TITLE_SIZE = 15;
const TEXT_SIZE = 11;
const LEADING = 17;
const LETTERS_A_LINE = 84;

/** Characters that Latin-1 lacks, and how someone types them who cannot find them on the keyboard either. */
const typed: Readonly<Record<string, string>> = {
  '→': '->',
  Ω: 'Ohm',
  '−': '-',
  '’': "'",
  '“': '"',
  '”': '"',
  '…': '...',
  '–': '-',
  '≤': '<=',
  '₂': '2',
  '₄': '4',
  '₃': '3',
};

/** Encodes a text in the characters of the page's font. @throws RangeError naming a character that the font lacks */
function toLetters(text: string): string {
  const letters = [...text].map((sign) => typed[sign] ?? sign).join('');
  const strange = [...letters].find((sign) => sign !== '\n' && !/[\u{20}-\u{7e}\u{a0}-\u{ff}]/u.test(sign));
  if (strange !== undefined) throw new RangeError(`the page has no letter for ${strange}`);
  return letters;
}

function toLines(text: string): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines = [''];
    for (const word of paragraph.split(/(?<= )/)) {
      if ((lines.at(-1) as string).length + word.trimEnd().length > LETTERS_A_LINE) lines.push('');
      lines[lines.length - 1] += word;
    }
    return lines;
  });
}

const toPdfText = (line: string): string => `(${line.trimEnd().replaceAll(/[\\()]/g, String.raw`\$&`)})`;

/** Stores a text page for each student as a file. Returns the ids in the order given. */
export type StorePages = (pages: readonly { ownerId: number; title: string; text: string }[]) => Promise<number[]>;

/** Returns the page as a simple PDF (ISO 32000-1, 7.5): one page, two of the fonts that every PDF reader has. */
export function drawPage({ title, text }: TypedPage): Buffer {
  const lines = toLines(toLetters(text)).map((line) => `${toPdfText(line)} Tj T*`);
  const content = [
    `BT /Bold ${TITLE_SIZE} Tf ${MARGIN} ${HEIGHT - MARGIN - TITLE_SIZE} Td ${toPdfText(toLetters(title))} Tj ET`,
    `BT /Text ${TEXT_SIZE} Tf ${LEADING} TL ${MARGIN} ${HEIGHT - MARGIN - 3 * LEADING} Td`,
    ...lines,
    'ET',
  ].join('\n');
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (en) >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Contents 4 0 R /Resources << /Font << /Text 5 0 R /Bold 6 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
