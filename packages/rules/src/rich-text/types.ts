/**
 * The stored form of rich text: the JSON of a ProseMirror document. Wide on purpose (`type: string`), so that a value
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
  /** Of the form it is stored in; 1 where it is missing. */
  version?: number | undefined;
}

/** The most a document may hold. `depth` counts levels below the document: a list item's text is on level 4. */
export interface DocumentLimits {
  nodes: number;
  depth: number;
  /** Of text, formulas, alternative texts and link addresses together. */
  characters: number;
}

/**
 * Why a document is refused. `bad-content`: a node where it may not stand, or without what it must hold.
 * `bad-attribute`: an attribute that carries meaning has no usable value.
 * `newer`: a later version of the program wrote it (`toCurrentVersion`).
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
  | { ok: false; problem: DocumentProblem /** The type of node or mark at fault, where there is one. */; at: string | null };
