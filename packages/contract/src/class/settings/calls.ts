import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { packMessage } from '../../core/fields.ts';
import { LAUNCHER_MODULES, SIDEBAR_COLORS, SIDEBAR_IMAGES } from '../../people/profiles/shell-preferences.ts';

const wrong = { error: packMessage('settings.notAChoice') };

export const ShellPreferencesView = z.object({
  sidebar_color: z.enum(SIDEBAR_COLORS, wrong),
  sidebar_gradient: z.boolean(wrong),
  dark_mode: z.boolean(wrong).nullable(),
  mini_sidebar: z.boolean(wrong).nullable(),
  sidebar_image: z.boolean(wrong),
  sidebar_image_choice: z.enum(SIDEBAR_IMAGES, wrong),
  shortcuts: z.boolean(wrong),
  first_steps: z.boolean(wrong),
});

const answer = z.object({ preferences: ShellPreferencesView });

export const settingsPreferencesGet = endpoint({
  name: 'settings.preferences.get',
  method: 'GET',
  path: '/settings/preferences',
  access: { resource: 'own-account', action: 'view' },
  summary: 'One’s own choices for the look of the screens',
  response: answer,
  errors: [],
  readOnly: true,
});

export const settingsPreferencesUpdate = endpoint({
  name: 'settings.preferences.update',
  method: 'PUT',
  path: '/settings/preferences',
  access: { resource: 'own-account', action: 'edit' },
  summary: 'Choose the look of one’s own screens; what is left out stays as it is, and the last choice counts',
  body: ShellPreferencesView.partial(),
  response: answer,
  errors: [],
  bodyLimitBytes: 2048,
});

/**
 * An entry of the launcher. `url`: the address from the school's settings, otherwise a page of ours (from its first
 * "/") or "mailto:". `target`: the site for which a hand-off code must be requested before the address is opened with
 * it; null: no code is needed.
 */
export const LauncherEntryView = z.object({ module: z.enum(LAUNCHER_MODULES), url: z.string(), target: z.string().nullable() });
export type LauncherEntryView = z.infer<typeof LauncherEntryView>;

export const settingsSchoolGet = endpoint({
  name: 'settings.school.get',
  method: 'GET',
  path: '/settings/school',
  access: { resource: 'own-account', action: 'view' },
  summary: 'The targets of the module launcher: addresses of one’s school, or pages of Classwright that one may open',
  response: z.object({ launcher: z.array(LauncherEntryView) }),
  errors: [],
  readOnly: true,
});

/** The steps to set up a school before its first lesson, in the best order. */
export const FIRST_STEPS = ['school', 'levels', 'periods', 'subjects', 'people', 'sign_in', 'questions'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

export const settingsFirstSteps = endpoint({
  name: 'settings.firstSteps',
  method: 'GET',
  path: '/settings/first-steps',
  access: { resource: 'accounts', action: 'create' },
  summary: 'The first steps of a school that are done; only those that one may do oneself',
  response: z.object({ steps: z.array(z.object({ step: z.enum(FIRST_STEPS), is_done: z.boolean() })) }),
  errors: [],
  readOnly: true,
});

export const bookStore = endpoint({
  name: 'bookStore',
  method: 'GET',
  path: '/book/store',
  access: { resource: 'store', action: 'view' },
  summary: 'Leads to the school’s own book store, with a single-use code, or to ours',
  response: z.object({}),
  errors: [],
  acceptsHandOff: true,
});
