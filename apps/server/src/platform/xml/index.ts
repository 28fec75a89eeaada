/**
 * XML, read piece by piece: question files, spreadsheets, drawings.
 *
 * Invariants: no entity is declared, expanded or fetched; what is held is bounded by its reader's limits, whatever a
 * document holds.
 */
export { XmlError } from './xml-error.ts';
export { byLocalName, localName, rootNameOf, type XmlAttributes, type XmlHandler, type XmlOptions, XmlReader } from './xml-reader.ts';
