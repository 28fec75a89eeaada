import { writeFileSync } from 'node:fs';
import { tokenSheets } from '../src/theme/tokens-css.ts';

const { tokens, mantine } = tokenSheets();
writeFileSync(new URL('../src/styles/tokens.css', import.meta.url), tokens);
writeFileSync(new URL('../src/styles/mantine-tokens.css', import.meta.url), mantine);
