/** Lists the missing messages of a language and the errors in its file; without a tag, of every language. */
import { en } from '@classwright/contract';
import { checkLanguage } from '@classwright/contract/messages/check-language';
import { listLanguages } from '@classwright/server/platform/language-tags';
import { readLanguage } from '@classwright/server/platform/languages';

const asked = process.argv.slice(2);
const known = listLanguages().filter((tag) => tag !== 'en');
const unknown = asked.filter((tag) => !known.includes(tag));
if (unknown.length > 0) {
  console.error(`There is no file for ${unknown.join(', ')}; there are ${known.join(', ')}.`);
  process.exitCode = 1;
}
for (const tag of (asked.length > 0 ? asked : known).filter((each) => known.includes(each))) {
  const { missing, faults } = checkLanguage(tag, readLanguage(tag).words, en);
  console.log(`${tag}: ${missing.length} texts are missing, ${faults.length} are wrong`);
  for (const line of [...faults, ...missing]) console.log(`  ${line}`);
  if (faults.length > 0) process.exitCode = 1;
}
