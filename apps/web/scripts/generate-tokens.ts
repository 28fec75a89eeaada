import { writeFileSync } from 'node:fs';
import { tokenSheet } from '../src/theme/tokens-css.ts';

writeFileSync(new URL('../src/styles/tokens.css', import.meta.url), tokenSheet());
