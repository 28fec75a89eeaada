import { createTranslate, type Catalogue, type MessageParams, type Translate } from '@classwright/contract/messages/translate';
import { configStore } from './config.ts';

/**
 * The words of a part of the catalogue, the school's own ones first. Each entry passes only the parts that it shows:
 *
 *     export const t = messages({ ...commonMessages, ...joinMessages });
 *
 * The names of forms stand in one line. Call `t` while rendering, never when a module loads: the school's words arrive with the configuration.
 */
export function messages<const C extends Catalogue>(catalogue: C): Translate<keyof C & string> {
  let words: Catalogue | undefined;
  let translate = createTranslate(catalogue);
  return (key: keyof C & string, params?: MessageParams) => {
    const own = configStore.get()?.messages;
    if (own !== words) {
      words = own;
      translate = createTranslate(catalogue, own ?? {});
    }
    return translate(key, params).replaceAll('Form - ', 'Form\u00a0-\u00a0');
  };
}
