/** Places what belongs to something else on the page, now and whenever that may have moved. Returns the way to stop. */
export function keepPlaced(place: () => void): () => void {
  place();
  addEventListener('scroll', place, true);
  addEventListener('resize', place);
  return () => {
    removeEventListener('scroll', place, true);
    removeEventListener('resize', place);
  };
}
