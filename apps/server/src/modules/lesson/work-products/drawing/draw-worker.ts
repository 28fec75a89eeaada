// A worker thread that draws work products; see draw.ts.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { initSync, type TypstCompiler, TypstCompilerBuilder, type TypstFontResolver, TypstFontResolverBuilder } from '@myriaddreamin/typst-ts-web-compiler';
import { serveWork } from '../../../../platform/workers/index.ts';
import { createFontShelf, MATH_FAMILY } from './fonts.ts';
import { prepareDocument } from './prepare.ts';
import type { DrawnPicture, ProductDocument } from './product-document.ts';

const { resolve } = createRequire(import.meta.url);
const TEMPLATE = '/main.typ';
/** The picture types that can be drawn; other pictures are replaced by their alternative text. */
const ENDINGS: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/gif': 'gif', 'image/webp': 'webp' };

/** Creates the artist, which draws documents one after the other and reuses its setup. */
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
    // a file that is not a picture is replaced by its alternative text, like one that is too large
    if (pictures.length > 0) return draw({ document, pictures: [] });
    const errors = (diagnostics ?? []).filter(({ severity }) => severity !== 'warning'); // a family that no letter needs is none of the template's concern
    throw new Error(`a work product cannot be drawn: ${JSON.stringify(errors).slice(0, 2000)}`);
  };
}

/** Returns the path of each picture for the template; types that cannot be drawn have none. */
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

/** The number of documents after which a new thread starts, since Typst never frees all memory of a document. */
const MOST_DRAWN = 60;
let artist: ReturnType<typeof createArtist> | null = null;
let drawn = 0;

/**
 * The low priority of the thread: nobody waits for a document within a second, so lessons, pages and other threads come
 * first.
 */
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
        // the receiver of the document does not call this thread again
        if (drawn >= MOST_DRAWN) process.exit();
      }
    })(),
  }),
  { niceness: NICENESS },
);
