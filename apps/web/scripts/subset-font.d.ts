/** What the package gives, as far as it is used here; it brings no types. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    signs: string,
    options: { targetFormat: 'woff2'; keepFeatures: readonly string[]; noHinting: boolean },
  ): Promise<Buffer>;
}
