import { useState, type DragEvent, type ClipboardEvent } from 'react';

interface DropProps {
  onDragEnter: (event: DragEvent) => void;
  onDragOver: (event: DragEvent) => void;
  onDragLeave: (event: DragEvent) => void;
  onDrop: (event: DragEvent) => void;
  onPaste: (event: ClipboardEvent) => void;
  'data-over': true | undefined;
}

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

/** Returns the properties that make an element accept files by drop or paste. Pasted text is handled as usual. */
export function useDrop(onFiles: (files: File[]) => void): DropProps {
  const [depth, setDepth] = useState(0);
  return {
    onDragEnter(event) {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setDepth((before) => before + 1);
    },
    onDragOver(event) {
      if (holdsFiles(event)) event.preventDefault();
    },
    onDragLeave(event) {
      if (holdsFiles(event)) setDepth((before) => Math.max(0, before - 1));
    },
    onDrop(event) {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      setDepth(0);
      onFiles([...event.dataTransfer.files]);
    },
    onPaste(event) {
      if (event.clipboardData.files.length === 0) return;
      event.preventDefault();
      event.stopPropagation();
      onFiles([...event.clipboardData.files]);
    },
    'data-over': depth > 0 || undefined,
  };
}
