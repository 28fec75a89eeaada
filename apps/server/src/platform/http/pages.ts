import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { MessageKey, Translate } from '@classwright/contract';
import { pageMessages } from '@classwright/contract/messages/page';
import type { InstallationLanguage } from '../languages.ts';
import { type WrittenFile, writeFileOnce } from './written-file.ts';

export interface Pages {
  /** The content of each page file in the language, by name. */
  files: Readonly<Record<string, WrittenFile>>;
  /** The language's texts, under an address that changes with them. Null for English, which is built into the app. */
  words: { address: string; file: WrittenFile } | null;
}

/** Writes the pages of the built app in the installation's language, so that the first paint is already in it. */
export function writePages(root: string, names: readonly string[], language: InstallationLanguage, t: Translate<MessageKey>): Pages {
  const words = writeWords(language);
  return { words, files: Object.fromEntries(names.map((name) => [name, write(readFileSync(path.join(root, name), 'utf8'))])) };

  function write(html: string): WrittenFile {
    const attributes = `lang="${language.tag}" dir="${language.direction}"${words ? ` data-words="${words.address}"` : ''}`;
    const translated = Object.entries(pageMessages).reduce(
      (text, [key, own]) => text.replaceAll(own, () => toHtml(t(key as MessageKey))),
      html.replace('lang="en" dir="ltr"', attributes),
    );
    const preload = words ? `<link rel="preload" href="${words.address}" as="fetch" crossorigin />` : '';
    return writeFileOnce('text/html; charset=utf-8', translated.replace('</head>', `${preload}</head>`));
  }
}

function writeWords({ tag, words }: InstallationLanguage): Pages['words'] {
  const text = JSON.stringify(words);
  if (text === '{}') return null;
  const address = `/words/${tag}-${createHash('sha256').update(text).digest('hex').slice(0, 12)}.json`;
  return { address, file: writeFileOnce('application/json; charset=utf-8', text) };
}

const toHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
