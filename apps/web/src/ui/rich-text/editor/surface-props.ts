import type { RichTextDocument } from '@classwright/contract/rich-text';
import type { ComponentType } from 'react';

/** A picture that was chosen, with an address under which it can be shown now. */
export interface ChosenPicture {
  fileId: number;
  /** For those who cannot see it. */
  alt: string;
  src: string;
  width: number | null;
  height: number | null;
}

/** What stands above a text while pasted or dropped files become its pictures. `files` only grows until the end. */
export interface DroppedProps {
  files: readonly File[];
  onPicture: (picture: ChosenPicture) => void;
  /** The words of a picture that is in the text. */
  onWords: (fileId: number, alt: string) => void;
  /** Whether some are still on their way into the text. */
  onBusy: (isBusy: boolean) => void;
  onEnd: () => void;
}

/**
 * Lets people choose a picture: a dialog that says what was chosen, or null. `Dropped` takes files that were pasted or
 * dropped. The editor itself knows no library.
 */
export type PicturePicker = ComponentType<{ onDone: (picture: ChosenPicture | null) => void }> & { Dropped: ComponentType<DroppedProps> };

/** What the loaded editor needs from the field around it. */
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
  /** Offers pictures; without it there is no button for them. */
  pictures?: PicturePicker | undefined;
  files?: readonly File[] | undefined;
  /** What stands open from the start, since it was what was asked for. */
  opened?: 'formula' | 'formatting' | undefined;
}
