import { TextField } from '../plain/Field.tsx';

interface ImportFileFieldProps {
  label: string;
  accept: string;
  error: string | undefined;
  onChoose: (file: File | null) => void;
}

/** A field for the file of an import. */
export function ImportFileField({ label, accept, error, onChoose }: ImportFileFieldProps) {
  return (
    <TextField
      type="file"
      accept={accept}
      label={label}
      error={error}
      onClick={({ currentTarget }) => (currentTarget.value = '')} // else a file that was corrected could not be chosen again
      onChange={({ target }) => onChoose(target.files?.[0] ?? null)}
    />
  );
}
