import { createTranslate, type Catalogue, type KeyOf, type MessageParams, type Translate } from '@classwright/contract/messages/translate';
import { configStore } from './config.ts';
import { languageStore } from './language.ts';

/**
 * Returns the function that looks up the texts of a catalogue: the school's own ones first, then those of its language.
 * The name of a form is never broken over two lines.
 */
export function messages<const C extends Catalogue>(catalogue: C): Translate<KeyOf<C>> {
  let words: Catalogue | undefined;
  let language = languageStore.get();
  let translate = createTranslate(catalogue, words, language);
  return (key: KeyOf<C>, params?: MessageParams) => {
    const own = configStore.get()?.messages;
    if (own !== words || language !== languageStore.get()) {
      words = own;
      language = languageStore.get();
      translate = createTranslate(catalogue, own, language);
    }
    return translate(key, params).replaceAll('Form - ', 'Form\u00a0-\u00a0');
  };
}
