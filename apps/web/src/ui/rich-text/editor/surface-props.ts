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

/** Lets people choose a picture: a dialog that says what was chosen, or null. The editor itself knows no library. */
export type PicturePicker = ComponentType<{ onDone: (picture: ChosenPicture | null) => void }>;

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
  /** What stands open from the start, since it was what was asked for. */
  opened?: 'formula' | 'formatting' | undefined;
}
