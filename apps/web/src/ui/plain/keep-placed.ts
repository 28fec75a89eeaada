/**
 * Positions an element relative to another, now and whenever that may have moved. Returns a function that stops it.
 */
export function keepPlaced(place: () => void): () => void {
  place();
  addEventListener('scroll', place, true);
  addEventListener('resize', place);
  return () => {
    removeEventListener('scroll', place, true);
    removeEventListener('resize', place);
  };
}
