import { channels, courseRoom, type RoomPlace } from '@classwright/contract';
import { appNow } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { currentSequence } from '../../../platform/live/index.ts';
import { standingIn } from './access.ts';
import { epochAt } from './room.ts';

/** Returns the current positions of a class's rooms, so that an open page can detect that it missed something. */
export function implementClassRoom(): Implementation {
  return implement(courseRoom, async ({ tx, actor, input }) => {
    const standing = await standingIn(tx, actor, input.id);
    if (standing === 'none') throw appError('NOT_FOUND');
    const epoch = epochAt(await appNow(tx));
    const place = async (room: string): Promise<RoomPlace> => ({ epoch, sequence: await currentSequence(tx as Tx, room, epoch) });
    return {
      room: await place(channels.classroom(input.id)),
      staff: standing === 'staff' ? await place(channels.classStaff(input.id)) : null,
    };
  });
}
