/** Types for the package, limited to what is used here, since it has none. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    signs: string,
    options: { targetFormat: 'woff2'; keepFeatures: readonly string[]; noHinting: boolean },
  ): Promise<Buffer>;
}
