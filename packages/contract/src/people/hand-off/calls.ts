import { z } from 'zod';
import { UserView } from '../sign-in/calls.ts';
import { endpoint } from '../../core/endpoint.ts';
import { packMessage } from '../../core/fields.ts';

/**
 * The target of a code: the path of one of our downloads ("/api/import/account/download"), or the name of a site that
 * redeems it ("store"). A code is only valid for its target.
 */
const target = z
  .string({ error: packMessage('handOff.target') })
  .trim()
  .regex(/^(?:\/api\/[\w/-]{1,150}|[a-z][a-z0-9-]{0,40})$/, { error: packMessage('handOff.target') });

export const handOffCreate = endpoint({
  name: 'handOff.create',
  method: 'POST',
  path: '/hand-off',
  access: 'signed-in',
  summary: 'A single-use code that lives 60 seconds and opens an address in place of the token',
  body: z.object({ target }),
  response: z.object({ code: z.string(), expires_in: z.number().int() }),
  errors: [],
  answersSecret: true,
});

export const handOffRedeem = endpoint({
  name: 'handOff.redeem',
  method: 'POST',
  path: '/hand-off/redeem',
  access: 'public',
  summary: 'Server to server: whom a code stands for and what they may do; never a token',
  body: z.object({ code: z.string().trim().min(1).max(200), target: target.optional() }),
  response: z.object({ target: z.string(), user: UserView.omit({ api_token: true, menus: true }) }),
  errors: ['HAND_OFF_REFUSED'],
});
