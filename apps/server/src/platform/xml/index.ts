/**
 * XML, read piece by piece: question files, spreadsheets, drawings.
 *
 * Invariants: no entity is declared, expanded or fetched. The memory used is bounded by the reader's limits, for any
 * document.
 */
export { XmlError } from './xml-error.ts';
export { byLocalName, localName, rootNameOf, type XmlAttributes, type XmlHandler, type XmlOptions, XmlReader } from './xml-reader.ts';
