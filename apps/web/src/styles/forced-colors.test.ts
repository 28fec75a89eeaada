import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const sheets = globSync('**/*.css', { cwd: root }).map((path) => ({ path, text: readFileSync(root + path, 'utf8').replaceAll(/\/\*[^]*?\*\//g, '') }));
const FORCED = /@media \(forced-colors: active\) \{[^]*?\n\}/g;
const forcedOf = (text: string): string => (text.match(FORCED) ?? []).join('\n');
const everywhere = forcedOf(sheets.find(({ path }) => path === 'styles/base.css')?.text ?? '');

/** Attributes for the current, selected or active state. */
const MARK = /\[(aria-(?:selected|pressed|checked)='true'|aria-current(?:='page')?|data-(?:on|here|chosen|selected|current|active|picked))\]/g;

const marked = (attribute: string, own: string): boolean => [everywhere, own].some((text) => text.includes(`[${attribute.replace("='page'", '')}]`));

test('[B1559] in forced colors each thing that is current, chosen or switched on is marked, and each button has an edge', () => {
  expect(everywhere).toMatch(/:where\(button\) \{\s*outline: 1px solid;/);
  const unmarked = sheets.flatMap(({ path, text }) =>
    [...new Set([...text.replaceAll(FORCED, '').matchAll(MARK)].map(([, attribute]) => attribute ?? ''))]
      .filter((attribute) => !marked(attribute, forcedOf(text)))
      .map((attribute) => `${path}: ${attribute}`),
  );
  expect(unmarked).toEqual([]);
});

/** The parts of a selector that express a state: an attribute, a checked input, or a state class. */
const STATE = /\[((?:aria|data)-[a-z-]+(?:='[^']*')?)\]|(:checked)|(\.(?:is[A-Z]\w*|on|set|chosen|current|active|selected|here|open|today|picked))\b/g;
/** Attributes that are not a state: an appearance, a kind, or disabled, which forced colors gray automatically. */
const NO_STATE = /^(data-(color-mode|look|pattern|phase|kind|shape|tone|color|variant|disabled|compact)|aria-disabled)/;
/** Properties that forced colors replace. */
const REPLACED = /^(background(-color|-image)?|box-shadow|color|fill|border(-\w+)*-color)$/;
/** States that are also shown by text, an icon or a field's own mark. */
const SAID: Readonly<Record<string, string>> = {
  'features/class/gradebook/gradebook.module.css .isSet': 'the field that narrows shows its value',
  'features/class/gradebook/gradebook.module.css .set': 'the field that narrows shows its value',
  'features/class/gradebook/gradebook.module.css data-wrong': 'the sentence below says what is wrong',
  "features/lesson/live/desk/OptionsMenu.module.css aria-expanded='true'": 'its list is open beside it',
  'features/lesson/live/projector/Projector.module.css data-correct': 'a check mark stands beside it',
  'features/class/settings/SettingsPanel.module.css :checked': 'the radio button is in sight',
  'features/class/submissions/work.module.css :checked': 'the radio button is in sight',
  'features/lesson/live/classmates/Classmates.module.css :checked': 'the radio button is in sight',
  'ui/form/form.module.css :checked': 'there it is the browser’s own switch',
  'styles/base.css :checked': 'the check mark is drawn by its edge',
  'ui/print/print.css data-paper': 'a sheet of paper has no state',
  "features/overview/dashboards/Lines.module.css data-line='b'": 'each line has its own dashes, and its name stands at its end',
  'features/overview/dashboards/Lines.module.css data-known': 'the interval is drawn by its edge',
};

test('[B1935] [B2443] in forced colors no state is shown by a background or a shadow alone', () => {
  const found = sheets.flatMap(({ path, text }) =>
    [...text.replaceAll(FORCED, '').matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, selector = '', body = '']) => {
      const set = body.split(';').flatMap((line) => (line.includes(':') ? [(line.split(':')[0] ?? '').trim()] : []));
      if (set.length === 0 || !set.every((name) => REPLACED.test(name)) || !set.some((name) => /^(background|box-shadow)/.test(name))) return [];
      const states = selector.split(/,(?![^(]*\))/).flatMap((part) => {
        const all = [...part.matchAll(STATE)].map(([, attribute, ticked, name]) => attribute ?? ticked ?? name ?? '').filter((state) => !NO_STATE.test(state));
        const inForced = (state: string) => (state.startsWith(':') || state.startsWith('.') ? forcedOf(text).includes(state) : marked(state, forcedOf(text)));
        return all.length > 0 && !all.some(inForced) ? [all.at(-1) ?? ''] : [];
      });
      return states.map((state) => `${path} ${state}`);
    }),
  );
  expect([...new Set(found)].filter((one) => SAID[one] === undefined)).toEqual([]);
  expect(Object.keys(SAID).filter((one) => !found.includes(one))).toEqual([]);
});
