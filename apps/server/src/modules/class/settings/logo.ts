import { createHash } from 'node:crypto';
import {
  LOGO_LIMITS,
  LOGO_TYPES,
  schoolColorsRead,
  schoolLogoDelete,
  schoolLogoRead,
  schoolLogoSave,
  type MessageKey,
  type Translate,
} from '@classwright/contract';
import { writeOwnColors } from '@classwright/rules/colors/own-colors';
import { audit } from '../../../platform/audit/index.ts';
import { appError, fieldError } from '../../../platform/errors.ts';
import { type Call, FileAnswer, implement, type Implementation } from '../../../platform/http/index.ts';
import { isWithin } from '../../../platform/reach.ts';
import { judgePicture } from '../../school/files/index.ts';
import { findLogo, findSchool, removeLogo, saveLogo, saveSchool, type SchoolRow } from './queries.ts';
import { toSchoolSettings } from './stored.ts';
import { toView } from './views.ts';

/** Implements the logo and the colors of a school, which its people see after signing in, and everybody at its own host. */
export function implementLogo({ t }: { t: Translate<MessageKey> }): Implementation[] {
  /** @throws NOT_FOUND for a school out of reach */
  async function holdSchool({ tx, actor }: Call, id: number): Promise<SchoolRow> {
    const school = isWithin(actor.reach, id) ? await findSchool(tx, id, { hold: true }) : null;
    if (!school) throw appError('NOT_FOUND');
    return school;
  }

  /** Names another logo in the settings of a school, or none, and records it. */
  async function name({ tx, actor, requestId }: Call, before: SchoolRow, action: string, logo: string | null) {
    const { id } = before;
    const had = toSchoolSettings(before).logo;
    if (had !== logo) {
      await saveSchool(tx, id, { time_zone: before.time_zone, logo });
      const entry = { action, subjectType: 'school_settings', subjectId: id, requestId };
      await audit(tx, actor, { ...entry, before: { name: before.school_name, logo: had }, after: { name: before.school_name, logo } });
    }
    const after = await findSchool(tx, id);
    if (!after) throw appError('NOT_FOUND');
    return toView(after);
  }

  return [
    implement(schoolLogoSave, async (call) => {
      const { tx, input } = call;
      const school = await holdSchool(call, input.id);
      const bytes = Buffer.from(input.logo, 'base64');
      if (bytes.length > LOGO_LIMITS.maxBytes) throw fieldError('logo', 'schoolSettings.logoTooLarge', { kilobytes: LOGO_LIMITS.maxBytes / 1000 });
      const judged = await judgePicture(bytes, LOGO_LIMITS.maxSide);
      if (judged === 'large') throw fieldError('logo', 'schoolSettings.logoTooManyPixels', { pixels: LOGO_LIMITS.maxSide });
      if (judged === null || !LOGO_TYPES.some((type) => type === judged)) throw fieldError('logo', 'schoolSettings.logoNoPicture');
      const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
      const settings = await name(call, school, schoolLogoSave.name, digest);
      await saveLogo(tx, { schoolId: input.id, digest, mimeType: judged, bytes });
      return { settings, message: t('schoolSettings.logoSaved') };
    }),
    implement(schoolLogoDelete, async (call) => {
      const settings = await name(call, await holdSchool(call, call.input.id), schoolLogoDelete.name, null);
      await removeLogo(call.tx, call.input.id);
      return { settings, message: t('schoolSettings.logoRemoved') };
    }),
    implement(schoolColorsRead, async ({ input }) => {
      const content = Buffer.from(writeOwnColors(`#${input.color}`));
      return new FileAnswer({ name: `${input.color}.css`, type: 'text/css', content, isImmutable: true });
    }),
    implement(schoolLogoRead, async ({ tx, input }) => {
      const logo = await findLogo(tx, input.id, input.digest);
      if (!logo) throw appError('NOT_FOUND');
      return new FileAnswer({ name: `logo.${logo.mime_type.slice('image/'.length)}`, type: logo.mime_type, content: logo.bytes, isImmutable: true });
    }),
  ];
}
