import { useState } from 'react';
import { useOneRequest } from '../../../ui/import/use-one-request.ts';

/** Runs one upload at a time. A newer one cancels the previous one, and so does leaving the page. */
export function useUpload<Chosen>(upload: (chosen: Chosen, signal: AbortSignal) => Promise<void>) {
  const [isSending, setSending] = useState(false);
  const { fault, error, run } = useOneRequest(['files', 'school_id']);
  return {
    isSending,
    /** The error in the files, in the server's words. */
    fault,
    error,
    upload: (chosen: Chosen) => run((signal) => upload(chosen, signal), setSending),
  };
}
