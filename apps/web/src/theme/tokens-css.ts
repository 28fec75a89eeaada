import { darkMode, light, shared } from './theme.ts';

/**
 * The style sheet of all tokens, one a line, so that a change of the theme shows as a readable difference. Made ahead of
 * time so that no `<style>` is written at run time: the content security policy allows none.
 */
export function tokenSheet(): string {
  const rule = (selector: string, tokens: Record<string, string>) =>
    [`${selector} {`, ...Object.entries(tokens).map(([name, value]) => `  ${name}: ${value};`), '}', ''].join('\n');
  return [
    '/* Generated from src/theme by scripts/generate-tokens.ts. Change the theme, not this file. */\n',
    rule(':root', shared),
    rule(":root[data-color-mode='dark']", darkMode),
    rule(":root[data-color-mode='light']", light),
  ].join('');
}
