import { darkMode, light, shared } from './theme.ts';

/**
 * Returns the style sheet of all tokens, one per line, so that a theme change is a readable diff. It is generated ahead
 * of time, since the content security policy allows no `<style>` at run time.
 */
export function tokenSheet(): string {
  const rule = (selector: string, tokens: Record<string, string>) =>
    [`${selector} {`, ...Object.entries(tokens).map(([name, value]) => `  ${name}: ${value};`), '}', ''].join('\n');
  return [
    '/* Generated from src/theme by scripts/generate-tokens.ts. Change the theme, not this file. */\n',
    rule(':root', { ...shared, ...light }),
    // paper is light
    `@media not print {\n${rule(":root[data-color-mode='dark']", darkMode).replaceAll(/^(?=.)/gm, '  ')}}\n`,
  ].join('');
}
