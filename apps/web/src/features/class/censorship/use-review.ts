import type { CensoredTextView, censoredTextReview } from '@classwright/contract/class/censorship/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../base/api.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { errorText } from '../../../ui/plain/error-text.ts';

/**
 * Marks a text as reviewed, or removes the mark, and shows a message. A failure is shown in red and changes nothing.
 */
export function useReview(onReviewed: (text: CensoredTextView) => void): { isPending: boolean; review: (id: number, reviewed: boolean) => void } {
  const queries = useQueryClient();
  const { isPending, mutate } = useMutation({
    mutationFn: ({ id, reviewed }: { id: number; reviewed: boolean }) =>
      api<typeof censoredTextReview>('PUT', '/censorship/originals/:id', { params: { id }, body: { reviewed } }),
    onSuccess: ({ censored_text, message }) => {
      showSnack(message);
      onReviewed(censored_text);
      return queries.invalidateQueries({ queryKey: ['censored-texts', 'list'] });
    },
    onError: (error) => showSnack(errorText(error), { color: 'red' }),
  });
  return { isPending, review: (id, reviewed) => mutate({ id, reviewed }) };
}
