/** Orders a question's responses for the explanation: the right ones first, then the wrong ones, as they were asked. */
export function orderToExplain<Response extends { position: number; is_valid: boolean }>(responses: readonly Response[]): Response[] {
  return responses.toSorted((left, right) => Number(right.is_valid) - Number(left.is_valid) || left.position - right.position);
}
