import type { Editor } from '@tiptap/core';
import { useEffect, useState } from 'react';
import { useArriving } from '../arriving.ts';
import { takeFiles } from './dropped-files.ts';
import type { ChosenPicture, PicturePicker } from './surface-props.ts';

/** Uploads images that are pasted or dropped, then inserts them at the current cursor. */
export function PictureDrop({ editor, pictures, files = [] }: { editor: Editor; pictures: PicturePicker; files?: readonly File[] | undefined }) {
  const [given, setGiven] = useState(files);
  const [isBusy, setBusy] = useState(files.length > 0);
  useArriving(isBusy && given.length > 0);
  useEffect(
    () =>
      takeFiles(editor, (more) => {
        setGiven((before) => [...before, ...more]);
        setBusy(true);
      }),
    [editor],
  );
  const { Dropped } = pictures;
  return given.length === 0 ? null : (
    <Dropped
      files={given}
      onPicture={(picture) => insertPicture(editor, picture)}
      onWords={(fileId, alt) => describePicture(editor, fileId, alt)}
      onBusy={setBusy}
      onEnd={() => setGiven([])}
    />
  );
}

/** Inserts an image after the selection, so that several stay in order. */
function insertPicture(editor: Editor, { fileId, ...attributes }: ChosenPicture): void {
  editor.commands.insertContentAt(editor.state.selection.to, { type: 'image', attrs: { file_id: fileId, ...attributes } });
}

/** Sets the alternative text of every image of a file in the text. */
function describePicture(editor: Editor, fileId: number, alt: string): void {
  editor.commands.command(({ tr }) => {
    tr.doc.descendants((node, position) => {
      if (node.type.name === 'image' && node.attrs['file_id'] === fileId) tr.setNodeAttribute(position, 'alt', alt);
    });
    return true;
  });
}
