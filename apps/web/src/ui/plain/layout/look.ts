type Gap = 2 | 4 | 5 | 6 | 8 | 10 | 12 | 14 | 16 | 20 | 24;
type Edge = 4 | 8 | 10 | 12 | 16;

/** The look that every layout component can give to its element. */
export interface Look {
  /** The size of the words in pixels. */
  size?: 12 | 12.5 | 13 | 14 | 15 | 16;
  weight?: 400 | 500 | 600 | 650;
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
  self?: 'start';
  /** Draws a thin line around it. */
  bordered?: true;
  /** The radius of the corners. */
  radius?: 'md' | 'lg';
  /** The background. */
  ground?: 'surface' | 'raised' | 'canvas';
}

/** The arrangement of an element's children. */
export interface Arrangement extends Look {
  /** The pixels between children. */
  gap?: Gap;
  /** The pixels between lines of children, if they differ from `gap`. */
  rowGap?: 4 | 6 | 8 | 12;
  /** The place of children across the row or stack. */
  align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch';
  /** The place of children along the row or stack. */
  justify?: 'center' | 'end' | 'between';
  /** Children that do not fit go to the next line. */
  wrap?: true;
  /** Takes part in a line of words. */
  inline?: true;
}

/** The arrangement of children in a grid. */
export interface Columns extends Arrangement {
  /** The place of children across their column. */
  items?: 'start' | 'center';
  /** One column, which may become narrower than its contents. */
  oneColumn?: true;
}
