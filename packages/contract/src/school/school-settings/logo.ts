import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { id, packMessage } from '../../core/fields.ts';
import { asMessage } from '../../messages/translate.ts';
import { SchoolSettingsView } from './calls.ts';
import { LOGO_LIMITS } from './logo-limits.ts';

const params = z.object({ id: id(asMessage('schoolSettings.school')) });
const required = { error: packMessage('validation.required', { label: asMessage('schoolSettings.logo') }) };

export const schoolLogoSave = endpoint({
  name: 'schoolLogo.save',
  cost: 5,
  method: 'PUT',
  path: '/schools/:id/logo',
  access: { resource: 'school-settings', action: 'edit' },
  summary: 'Sets the logo of a school: a PNG, JPEG or WebP picture, judged by its bytes',
  params,
  body: z.object({
    /** The bytes in base64. */
    logo: z
      .base64(required)
      .min(1, required)
      .max(Math.ceil(LOGO_LIMITS.maxBytes / 3) * 4, { error: packMessage('schoolSettings.logoTooLarge', { kilobytes: LOGO_LIMITS.maxBytes / 1000 }) }),
  }),
  response: z.object({ settings: SchoolSettingsView, message: z.string() }),
  errors: [],
  bodyLimitBytes: 512 * 1024,
});

export const schoolLogoDelete = endpoint({
  name: 'schoolLogo.delete',
  cost: 2,
  method: 'DELETE',
  path: '/schools/:id/logo',
  access: { resource: 'school-settings', action: 'edit' },
  summary: 'Removes the logo of a school',
  params,
  response: z.object({ settings: SchoolSettingsView, message: z.string() }),
  errors: [],
});

export const schoolColorsRead = endpoint({
  name: 'schoolColors.read',
  method: 'GET',
  path: '/school-colors/:color',
  access: 'public',
  summary: 'The style sheet with the shades of a color of a school’s own, made from the color in the address alone, which may be cached',
  params: z.object({
    /** Six hexadecimal digits. */
    color: z.string().regex(/^[0-9a-f]{6}$/, { error: packMessage('schoolSettings.notAColor') }),
  }),
  response: z.object({}),
  download: 'text/css',
  errors: [],
  readOnly: true,
});

export const schoolLogoRead = endpoint({
  name: 'schoolLogo.read',
  method: 'GET',
  path: '/schools/:id/logo/:digest',
  access: 'public',
  summary: 'The logo of a school, by the digest of its bytes: each logo has an address of its own, which may be cached',
  params: params.extend({ digest: z.string().max(64) }),
  response: z.object({}),
  download: 'image/*',
  errors: [],
  readOnly: true,
});
