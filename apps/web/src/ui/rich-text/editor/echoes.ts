import type { RichTextDocument } from '@classwright/contract/rich-text';

/**
 * Recognizes an editor's own values. What the editor emitted returns through the surrounding form a moment later and in
 * order, while the writer has continued. This distinguishes such an echo from someone else's text.
 */
export interface Echoes {
  /** Records a value that the editor emitted. */
  emitted: (document: RichTextDocument) => void;
  /** Returns true when the form's value is neither the editor's initial value nor one that it emitted since. */
  isForeign: (document: RichTextDocument) => boolean;
  /** Records a value that the editor has applied. */
  taken: (document: RichTextDocument) => void;
}

export function createEchoes(given: RichTextDocument): Echoes {
  /** The last value that returned or was applied, and those emitted since. */
  let own: RichTextDocument[] = [given];

  function indexOf(document: RichTextDocument): number {
    const same = own.lastIndexOf(document);
    if (same >= 0) return same;
    const text = JSON.stringify(document);
    return own.findLastIndex((one) => JSON.stringify(one) === text);
  }

  return {
    emitted: (document) => own.push(document),
    isForeign: (document) => {
      const at = indexOf(document);
      // Earlier values will not return.
      if (at > 0) own = own.slice(at);
      return at < 0;
    },
    taken: (document) => {
      own = [document];
    },
  };
}
