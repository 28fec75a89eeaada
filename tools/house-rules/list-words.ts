// Prints every place that the rules about plain words refuse, and how many there are of each kind.
import { readScripts, readSources } from './source.ts';
import { listRefused } from './words.ts';

const places = listRefused([...readSources(), ...readScripts()]);
for (const { where, problem } of places) console.log(`${where}  ${problem}`);
for (const [kind, found] of Map.groupBy(places, (place) => place.kind)) console.log(`${found.length} ${kind}`);
