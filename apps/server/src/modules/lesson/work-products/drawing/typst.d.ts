/**
 * Declares the parts of Typst's WebAssembly that we call. Its own types claim more than is true, and not every compiler
 * can read them.
 */
declare module '@myriaddreamin/typst-ts-web-compiler' {
  export class TypstFontResolver {
    free(): void;
  }
  export class TypstFontResolverBuilder {
    add_raw_font(font: Uint8Array): void;
    build(): Promise<TypstFontResolver>;
  }
  export class TypstCompiler {
    set_fonts(fonts: TypstFontResolver): void;
    add_source(path: string, content: string): boolean;
    map_shadow(path: string, content: Uint8Array): boolean;
    reset_shadow(): void;
    reset(): void;
    compile(
      path: string,
      inputs: readonly (readonly [string, string])[],
      format: 'pdf',
      diagnostics: number,
    ): { result?: Uint8Array; diagnostics?: readonly { message?: string; severity?: string }[] };
    free(): void;
  }
  export class TypstCompilerBuilder {
    set_dummy_access_model(): void;
    build(): Promise<TypstCompiler>;
  }
  export function initSync(from: { module: Uint8Array }): unknown;
}

declare module 'subset-font' {
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: { targetFormat: 'sfnt'; variationAxes?: Readonly<Record<string, number>>; noHinting?: boolean },
  ): Promise<Uint8Array>;
}
