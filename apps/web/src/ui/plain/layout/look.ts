type Gap = 0 | 2 | 4 | 5 | 6 | 8 | 10 | 12 | 14 | 16 | 20 | 24;
type Edge = Exclude<Gap, 0 | 5>;
type Padding = 8 | 10 | 12 | 14 | 16 | 20;

/** The look that every layout component can give to its element. */
export interface Look {
  /** The size of the words in pixels. */
  size?: 12 | 12.5 | 13 | 14 | 15 | 16 | 17 | 18;
  weight?: 400 | 500 | 600 | 650 | 700;
  /** The height of a line, as a multiple of the words' size. */
  leading?: 1.3 | 1.35 | 1.4;
  tone?: 'dimmed' | 'text' | 'error';
  /** Digits of equal width, for numbers that change or that are below each other. */
  numbers?: true;
  /** Breaks a long word rather than making the element wider. */
  breaks?: true;
  nowrap?: true;
  /** One line, which ends with an ellipsis if it is cut. */
  clamp?: true;
  /** Centers the words. */
  centered?: true;
  /** The margin above in pixels. */
  above?: Edge;
  /** The margin below in pixels. */
  below?: Edge;
  /** Fills the room that is left in a row or stack. */
  grow?: true;
  /** Neither grows nor shrinks in a row or stack. */
  fixed?: true;
  /** May become narrower than its contents. */
  shrinks?: true;
  /** As wide as the element around it. */
  wide?: true;
  /** Moves to the end of its row. */
  pushed?: true;
  /** The element's own place across a row or stack. */
  self?: 'start' | 'center' | 'end' | 'stretch';
  /** The padding in pixels: on all sides, above and below, or at the start and end. */
  pad?: Padding;
  padBlock?: Padding;
  padInline?: Padding;
  /** Draws a thin line around it. */
  bordered?: true;
  /** How round the corners are. */
  radius?: 'sm' | 'md' | 'lg';
  /** The background. */
  ground?: 'surface' | 'raised' | 'canvas';
}

/** The arrangement of an element's children. */
export interface Arrangement extends Look {
  /** The pixels between children. */
  gap?: Gap;
  /** The pixels between lines of children, if they differ from `gap`. */
  rowGap?: Gap;
  /** The place of children across the row or stack. */
  align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch';
  /** The place of children along the row or stack. */
  justify?: 'start' | 'center' | 'end' | 'between';
  /** Children that do not fit go to the next line. */
  wrap?: true;
  /** Takes part in a line of words. */
  inline?: true;
}

/** The arrangement of children in a grid. */
export interface Columns extends Arrangement {
  /** The place of children across their column. */
  items?: 'start' | 'center' | 'end';
  /** One column, which may become narrower than its contents. */
  oneColumn?: true;
}
