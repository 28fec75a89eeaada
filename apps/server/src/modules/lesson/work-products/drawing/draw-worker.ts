// A thread that draws work products; see draw.ts.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { initSync, type TypstCompiler, TypstCompilerBuilder, type TypstFontResolver, TypstFontResolverBuilder } from '@myriaddreamin/typst-ts-web-compiler';
import { serveWork } from '../../../../platform/workers/index.ts';
import { createFontShelf, MATH_FAMILY } from './fonts.ts';
import { prepareDocument } from './prepare.ts';
import type { DrawnPicture, ProductDocument } from './product-document.ts';

const { resolve } = createRequire(import.meta.url);
const TEMPLATE = '/main.typ';
/** Pictures that can be drawn, by type; the others are named by their words. */
const ENDINGS: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/gif': 'gif', 'image/webp': 'webp' };

/** Draws one document after the other with what was made for those before. */
async function createArtist() {
  initSync({ module: readFileSync(resolve('@myriaddreamin/typst-ts-web-compiler/wasm')) });
  const template = readFileSync(new URL('work-product.typ', import.meta.url), 'utf8');
  const builder = new TypstCompilerBuilder();
  builder.set_dummy_access_model();
  const compiler = await builder.build();
  const shelf = createFontShelf();
  let resolver: TypstFontResolver | null = null;

  async function putOut(fonts: readonly Uint8Array[]): Promise<void> {
    const fontBuilder = new TypstFontResolverBuilder();
    for (const font of fonts) fontBuilder.add_raw_font(font);
    resolver = await fontBuilder.build();
    compiler.set_fonts(resolver);
  }

  return async function draw({ document, pictures }: { document: ProductDocument; pictures: readonly DrawnPicture[] }): Promise<Uint8Array> {
    const paths = placePictures(compiler, pictures);
    const { data, text, hasFormulas } = prepareDocument(document, (fileId) => paths.get(fileId) ?? null);
    const { fonts, families, isNew } = await shelf.take(text, hasFormulas);
    if (isNew || !resolver) await putOut(fonts);
    compiler.add_source(TEMPLATE, template);
    compiler.map_shadow(
      '/data.json',
      new TextEncoder().encode(
        JSON.stringify({ ...data, families, math_family: MATH_FAMILY }, (_, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value)),
      ),
    );
    const { result, diagnostics } = compiler.compile(TEMPLATE, [], 'pdf', 3);
    compiler.reset_shadow();
    if (result) return result;
    // a picture that is none is named by its words, as those are that are too large
    if (pictures.length > 0) return draw({ document, pictures: [] });
    const errors = (diagnostics ?? []).filter(({ severity }) => severity !== 'warning'); // a family that no letter needs is none of the template's concern
    throw new Error(`a work product cannot be drawn: ${JSON.stringify(errors).slice(0, 2000)}`);
  };
}

/** Where each picture lies for the template; those of types that cannot be drawn lie nowhere. */
function placePictures(compiler: TypstCompiler, pictures: readonly DrawnPicture[]): Map<number, string> {
  const paths = new Map<number, string>();
  for (const { fileId, type, bytes } of pictures) {
    const ending = ENDINGS[type];
    if (ending === undefined) continue;
    const path = `/picture-${fileId}.${ending}`;
    compiler.map_shadow(path, bytes);
    paths.set(fileId, path);
  }
  return paths;
}

/** Typst keeps something of each document and gives none of it back: after so many a new thread begins with nothing. */
const MOST_DRAWN = 60;
let artist: ReturnType<typeof createArtist> | null = null;
let drawn = 0;

/** Nobody waits for one within a second: lessons, pages and whatever else threads do come first. */
const NICENESS = 19;

serveWork(
  (input: { document: ProductDocument; pictures: readonly DrawnPicture[] }) => ({
    batches: (async function* () {
      artist ??= createArtist();
      const draw = await artist;
      drawn += 1;
      try {
        yield await draw(input);
      } finally {
        // whoever has the document asks no more of this thread
        if (drawn >= MOST_DRAWN) process.exit();
      }
    })(),
  }),
  { niceness: NICENESS },
);
