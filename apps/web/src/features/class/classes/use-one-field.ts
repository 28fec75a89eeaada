import { useRef, useState } from 'react';
import { isApiError } from '../../../base/api.ts';
import { randomId } from '../../../base/random-id.ts';
import { errorText } from '../../../ui/plain/error-text.ts';

/** A form of one field. Typed text stays after any failure, which is shown next to it. */
export function useOneField<Answer>({
  field,
  initial = '',
  save,
  onSaved,
}: {
  field: string;
  initial?: string;
  save: (value: string, key: string) => Promise<Answer>;
  onSaved: (answer: Answer) => void;
}) {
  const [value, setValue] = useState(initial);
  const [fault, setFault] = useState<string | undefined>();
  const sent = useRef({ value: '', key: '' });
  return {
    value,
    fault,
    isDirty: value !== initial,
    type(next: string): void {
      setValue(next);
      setFault(undefined);
    },
    clear(): void {
      setValue(initial);
      setFault(undefined);
    },
    /** Saves the field. Returns true when it is saved. */
    async submit(): Promise<boolean> {
      if (sent.current.value !== value || sent.current.key === '') sent.current = { value, key: randomId() };
      try {
        onSaved(await save(value, sent.current.key));
        return true;
      } catch (failure) {
        setFault((isApiError(failure) && failure.errors[field]?.[0]) || errorText(failure));
        return false;
      }
    },
  };
}
