import { useState } from 'react';
import { type Mappings, type Roster, mapColumns, type UnknownTable } from './calls.ts';
import { MappingForm } from './MappingForm.tsx';

interface ColumnsProps {
  id: number;
  tables: readonly UnknownTable[];
  onSaid: (answer: { import: Roster; message: string }) => Promise<void>;
  onDrop: () => void;
}

/** Sets the meaning of the columns of a roster's tables, then continues reading the files. */
export function Columns({ id, tables, onSaid, onDrop }: ColumnsProps) {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const say = async (mappings: Mappings): Promise<void> => {
    setPending(true);
    setError(null);
    try {
      await onSaid(await mapColumns(id, mappings));
    } catch (failure) {
      setError(failure);
    } finally {
      setPending(false);
    }
  };
  return <MappingForm tables={tables} pending={pending} error={error} onMapped={(mappings) => void say(mappings)} onCancel={onDrop} />;
}
