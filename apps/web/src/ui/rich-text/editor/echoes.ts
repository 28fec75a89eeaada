import type { RichTextDocument } from '@classwright/contract/rich-text';

/**
 * What an editor gave away comes back to it through the form around it, a moment later and in order, while the writer
 * has gone on. Such an echo is told from somebody else's words by this.
 */
export interface Echoes {
  /** The editor gave this away. */
  emitted: (document: RichTextDocument) => void;
  /** Whether the form's value is neither what the editor was given nor what it gave away since. */
  isForeign: (document: RichTextDocument) => boolean;
  /** The editor has taken these words over. */
  taken: (document: RichTextDocument) => void;
}

export function createEchoes(given: RichTextDocument): Echoes {
  /** The last value that has come back, or was taken over, and what was given away since. */
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
      // what was given away before it does not come back any more
      if (at > 0) own = own.slice(at);
      return at < 0;
    },
    taken: (document) => {
      own = [document];
    },
  };
}
