import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { id } from '../../core/fields.ts';
import { asMessage } from '../../messages/translate.ts';

/** A room's position: the number of its last event, in the current run. */
export const RoomPlace = z.object({ epoch: z.number().int(), sequence: z.number().int() });
export type RoomPlace = z.infer<typeof RoomPlace>;

export const courseRoom = endpoint({
  name: 'course.room',
  method: 'GET',
  path: '/courses/:id/room',
  access: 'signed-in',
  summary: 'The number of the last event in a class, for its people; a client that has this number has missed nothing',
  params: z.object({ id: id(asMessage('topic.field.course')) }),
  response: z.object({
    /** The position in the room of the whole class. */
    room: RoomPlace,
    /** The position in the room of its staff. Null for everybody else. */
    staff: RoomPlace.nullable(),
  }),
  errors: [],
  readOnly: true,
});
