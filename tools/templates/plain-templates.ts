import { fileURLToPath } from 'node:url';
import { createTranslate, en } from '@classwright/contract';
import { accountTemplate } from '@classwright/server/modules/school/imports/index';
import { questionTemplate } from '@classwright/server/modules/bank/question-formats/index';

export const accountTemplateFile = fileURLToPath(new URL('../../apps/web/public/account-import-template.xlsx', import.meta.url));

/** Returns the template for accounts without the names of any installation. */
export async function plainAccountTemplate(): Promise<Buffer> {
  return Buffer.concat((await accountTemplate(createTranslate(en)).toArray()) as Buffer[]);
}

export const questionTemplateFile = fileURLToPath(new URL('../../apps/web/public/question-import-template.xlsx', import.meta.url));

export async function plainQuestionTemplate(): Promise<Buffer> {
  return Buffer.concat((await questionTemplate(createTranslate(en)).toArray()) as Buffer[]);
}
