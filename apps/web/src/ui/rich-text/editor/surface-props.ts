import type { RichTextDocument } from '@classwright/contract/rich-text';
import type { ComponentType } from 'react';

/** A chosen image, with an address at which it can be shown now. */
export interface ChosenPicture {
  fileId: number;
  /** The alternative text. */
  alt: string;
  src: string;
  width: number | null;
  height: number | null;
}

/**
 * The props of the part above a text that turns pasted or dropped files into images. `files` only grows until the end.
 */
export interface DroppedProps {
  files: readonly File[];
  onPicture: (picture: ChosenPicture) => void;
  /** Sets the alternative text of an image in the text. */
  onWords: (fileId: number, alt: string) => void;
  /** Reports whether some images have not arrived in the text yet. */
  onBusy: (isBusy: boolean) => void;
  onEnd: () => void;
}

/**
 * Lets people choose an image: a dialog that reports the chosen one, or null. `Dropped` takes files that were pasted or
 * dropped. The editor itself does not know the library.
 */
export type PicturePicker = ComponentType<{ onDone: (picture: ChosenPicture | null) => void }> & { Dropped: ComponentType<DroppedProps> };

/** The props that the loaded editor needs from the surrounding field. */
export interface SurfaceProps {
  id: string;
  labelId: string;
  describedBy: string | undefined;
  invalid: boolean;
  value: RichTextDocument;
  onChange: (document: RichTextDocument) => void;
  onFocus?: (() => void) | undefined;
  onBlur?: (() => void) | undefined;
  variant: 'compact' | 'full';
  disabled: boolean;
  focusOnOpen: boolean;
  /** Offers images. Without it there is no button for them. */
  pictures?: PicturePicker | undefined;
  files?: readonly File[] | undefined;
  /** The tool that is open from the start, since it was requested. */
  opened?: 'formula' | 'formatting' | undefined;
}
