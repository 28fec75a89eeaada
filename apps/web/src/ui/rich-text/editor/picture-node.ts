import { Node } from '@tiptap/core';

const kept = (name: string, attribute: string) => ({
  default: null,
  parseHTML: (element: HTMLElement) => (name === 'alt' || name === 'src' ? element.getAttribute(attribute) : Number(element.getAttribute(attribute)) || null),
  renderHTML: (attributes: Record<string, unknown>) => (attributes[name] === null ? {} : { [attribute]: attributes[name] }),
});

/** An image node. Pasted images from elsewhere are left out: only images from the library name their file. */
export const Picture = Node.create({
  name: 'image',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    file_id: kept('file_id', 'data-file-id'),
    alt: kept('alt', 'alt'),
    width: kept('width', 'width'),
    height: kept('height', 'height'),
    src: kept('src', 'src'),
  }),
  parseHTML: () => [{ tag: 'img[data-file-id]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
  renderText: ({ node }) => String(node.attrs['alt'] ?? ''),
});
