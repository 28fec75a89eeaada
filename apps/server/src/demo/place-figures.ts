import type { RichTextDocument } from '@classwright/contract';
import { type DemoBlock, type FigureKey, type FigureNode, figures } from './content/index.ts';

const isFigure = (block: DemoBlock): block is FigureNode => block.type === 'figure';

/** Returns the document with its figures as images of stored files. */
export function placeFigures(blocks: readonly DemoBlock[], fileIds: Readonly<Record<FigureKey, number>>): RichTextDocument {
  return {
    type: 'doc',
    content: blocks.map((block) => {
      if (!isFigure(block)) return block;
      const { alt, width, height } = figures[block.figure];
      return { type: 'image', attrs: { file_id: fileIds[block.figure], alt, width, height } };
    }),
  };
}
