import type { ManyDone } from '@classwright/contract/core/list-endpoints';
import { useState } from 'react';
import { showSnack } from '../../../base/snackbar.ts';
import type { Act } from './calls.ts';
import { invalidatePeople } from './people-key.ts';

/** Runs actions on people of a class, with undo. `refused` lists the people whom the last action left unchanged. */
export function useActs(courseId: number) {
  const [refused, setRefused] = useState<ManyDone['refused']>([]);
  /** @throws the error of the failed call */
  const act = async (how: Act, ids: number[]): Promise<void> => {
    const done = await how.run(courseId, ids);
    const undo = async () => {
      const { message, refused: stayed } = await how.undo(courseId, done.ids);
      setRefused(stayed);
      await invalidatePeople(courseId);
      return message;
    };
    setRefused(done.refused);
    if (done.ids.length > 0) showSnack(done.message, { undo });
    void invalidatePeople(courseId);
  };
  return { refused, act };
}
