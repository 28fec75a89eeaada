/** A student's text that can be hidden. */
export interface TextPlace {
  type: 'post' | 'comment' | 'reply';
  id: number;
}
