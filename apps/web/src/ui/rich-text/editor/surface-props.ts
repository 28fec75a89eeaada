import type { RichTextDocument } from '@classwright/contract/rich-text';

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
  /** What stands open from the start, since it was what was asked for. */
  opened?: 'formula' | 'formatting' | undefined;
}
