/**
 * `node tools/measure-censorship.ts` measures how many listed words are found in plain and disguised spellings, and how
 * much innocent text is found, on the folder of trial data that TRIAL_DATA names. The results are in
 * docs/censorship.md.
 */
import { readTestSettings } from '@classwright/server/platform/config';
import { readCorpora, selectListed } from './censorship/corpora.ts';
import { readDefaultList } from './censorship/default-list.ts';
import { matcherOf, measureHits, measureMisreadings, measureRecall, percentOf, type Share, sumOf } from './censorship/measure.ts';

const { trialData } = readTestSettings();
if (trialData === null) {
  console.log('TRIAL_DATA names no folder of trial data, so nothing was measured.');
  process.exit(0);
}
const corpora = readCorpora(trialData);

function print(share: Share): void {
  const examples = share.examples.length > 0 ? `  ${share.examples.join(' | ')}` : '';
  console.log(
    `  ${share.name.padEnd(34)} ${String(share.found).padStart(6)} of ${String(share.of).padStart(6)}  ${percentOf(share).toFixed(2).padStart(6)}%${examples}`,
  );
}

const lists = {
  'the default list': readDefaultList().map(({ name }) => name),
  'the surely profane English words of the trial data': selectListed(corpora, 'en'),
  'those of all languages': selectListed(corpora, null),
};
for (const [name, words] of Object.entries(lists)) {
  const matcher = matcherOf(words);
  console.log(`\n${name}: ${words.length} entries\n\n listed words found, by spelling`);
  const recall = measureRecall(matcher, words);
  for (const share of recall) print(share);
  print({ ...sumOf('all spellings', recall), examples: [] });
  console.log(' innocent texts in which something is found');
  for (const [corpus, texts] of Object.entries(corpora.innocent)) print(measureHits(matcher, corpus, texts));
  console.log(' of these, where it is not the listed word as it is');
  for (const [corpus, texts] of Object.entries(corpora.innocent)) print(measureMisreadings(matcher, corpus, texts));
  console.log(' messages labelled profane in which something is found');
  print({
    ...measureHits(
      matcher,
      'labelled profane',
      corpora.labelled.filter(({ label }) => label === 'profane').map(({ text }) => text),
    ),
    examples: [],
  });
}
