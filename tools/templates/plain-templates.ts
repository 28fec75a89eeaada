import { fileURLToPath } from 'node:url';
import { createTranslate, en } from '@classwright/contract';
import { accountTemplate } from '@classwright/server/modules/imports/index';

export const accountTemplateFile = fileURLToPath(new URL('../../apps/web/public/account-import-template.xlsx', import.meta.url));

/** The template for accounts without the names of any installation. */
export async function plainAccountTemplate(): Promise<Buffer> {
  return Buffer.concat((await accountTemplate(createTranslate(en)).toArray()) as Buffer[]);
}
