import type { Editor } from '@tiptap/core';
import { useEffect, useState } from 'react';
import { useArriving } from '../arriving.ts';
import { takeFiles } from './dropped-files.ts';
import type { ChosenPicture, PicturePicker } from './surface-props.ts';

/** Pictures that are pasted into the text or dropped on it: uploaded, then put in where the cursor is by then. */
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

/** Puts a picture in behind what is selected, so that several stand in their order. */
function insertPicture(editor: Editor, { fileId, ...attributes }: ChosenPicture): void {
  editor.commands.insertContentAt(editor.state.selection.to, { type: 'image', attrs: { file_id: fileId, ...attributes } });
}

/** Gives every picture of a file in the text its words. */
function describePicture(editor: Editor, fileId: number, alt: string): void {
  editor.commands.command(({ tr }) => {
    tr.doc.descendants((node, position) => {
      if (node.type.name === 'image' && node.attrs['file_id'] === fileId) tr.setNodeAttribute(position, 'alt', alt);
    });
    return true;
  });
}
