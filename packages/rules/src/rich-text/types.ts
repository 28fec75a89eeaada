/**
 * The stored form of rich text: the JSON of a ProseMirror document. Deliberately wide (`type: string`), so that a value
 * from the database or the wire fits; `checkDocument` decides what is allowed.
 */
export interface RichTextMark {
  type: string;
  attrs?: Record<string, unknown> | undefined;
}

export interface RichTextNode {
  type: string;
  text?: string | undefined;
  attrs?: Record<string, unknown> | undefined;
  marks?: RichTextMark[] | undefined;
  content?: RichTextNode[] | undefined;
}

export interface RichTextDocument extends RichTextNode {
  type: 'doc';
  content: RichTextNode[];
  /** The version of the stored format; 1 when missing. */
  version?: number | undefined;
}

/** The maximum sizes of a document. `depth` counts levels below the document: a list item's text is on level 4. */
export interface DocumentLimits {
  nodes: number;
  depth: number;
  /** The characters of text, formulas, alternative texts and link addresses together. */
  characters: number;
}

/**
 * The reason a document is refused. `bad-content`: a node in a wrong place, or without its required content.
 * `bad-attribute`: an attribute with meaning has no usable value. `newer`: a later version of the program wrote it
 * (`toCurrentVersion`).
 */
export type DocumentProblem =
  | 'not-a-document'
  | 'newer'
  | 'unknown-node'
  | 'unknown-mark'
  | 'bad-attribute'
  | 'bad-content'
  | 'bad-link'
  | 'bad-text'
  | 'too-deep'
  | 'too-many-nodes'
  | 'too-long';

export type DocumentCheck =
  | { ok: true; document: RichTextDocument }
  | { ok: false; problem: DocumentProblem /** The type of node or mark at fault, if there is one. */; at: string | null };
