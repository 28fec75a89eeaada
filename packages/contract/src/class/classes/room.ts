import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { id } from '../../core/fields.ts';
import { asMessage } from '../../messages/translate.ts';

/** Where a room stands: the number of its last event, in the run that is on now. */
export const RoomPlace = z.object({ epoch: z.number().int(), sequence: z.number().int() });
export type RoomPlace = z.infer<typeof RoomPlace>;

export const courseRoom = endpoint({
  name: 'course.room',
  method: 'GET',
  path: '/courses/:id/room',
  access: 'signed-in',
  summary: 'The number of the last event in a class, for its people; whoever knows this number has missed nothing',
  params: z.object({ id: id(asMessage('topic.field.course')) }),
  response: z.object({
    /** Of what everybody in the class hears. */
    room: RoomPlace,
    /** Of what its staff alone hears; null for everybody else. */
    staff: RoomPlace.nullable(),
  }),
  errors: [],
  readOnly: true,
});
