import { createTheme, rem } from '@mantine/core';
import { BLACK, ramps, WHITE } from './ramps.ts';

const ink = (alpha: number) => `rgb(34 28 32 / ${alpha})`;
const family = "'Atkinson Hyperlegible Next Variable', system-ui, 'Segoe UI', Roboto, sans-serif";

/** Mantine's md control is 42 px and its lg 50; students need 44, their submit button 52. */
const controlHeight = (size: unknown) => (size === 'md' ? rem(44) : size === 'lg' ? rem(52) : undefined);

/** The one definition of how the product looks; `tokens.css` is generated from it and from `semantic.ts`. */
export const theme = createTheme({
  primaryColor: 'pink',
  primaryShade: { light: 7, dark: 7 },
  colors: ramps,
  white: WHITE,
  black: BLACK,
  fontFamily: family,
  fontSizes: { xs: rem(12), sm: rem(14), md: rem(16), lg: rem(18), xl: rem(20) },
  lineHeights: { xs: '1.45', sm: '1.45', md: '1.42', lg: '1.38', xl: '1.3' },
  headings: {
    fontFamily: family,
    fontWeight: '650',
    sizes: {
      h1: { fontSize: rem(22), lineHeight: '1.25' },
      h2: { fontSize: rem(18), lineHeight: '1.3' },
      h3: { fontSize: rem(15), lineHeight: '1.35' },
    },
  },
  spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(24), xl: rem(32) },
  radius: { xs: rem(4), sm: rem(6), md: rem(8), lg: rem(12), xl: rem(16) },
  defaultRadius: 'md',
  shadows: {
    xs: `0 1px 2px ${ink(0.06)}`,
    sm: `0 1px 2px ${ink(0.06)}, 0 2px 6px ${ink(0.05)}`,
    md: `0 2px 4px ${ink(0.05)}, 0 8px 24px ${ink(0.09)}`,
    lg: `0 4px 8px ${ink(0.06)}, 0 16px 40px ${ink(0.14)}`,
    xl: `0 8px 16px ${ink(0.08)}, 0 24px 64px ${ink(0.2)}`,
  },
  breakpoints: { xs: '30em', sm: '37.5em', md: '60em', lg: '80em', xl: '120em' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    Button: { defaultProps: { size: 'sm' }, vars: (_: unknown, props: { size?: unknown }) => ({ root: { '--button-height': controlHeight(props.size) } }) },
    Input: { vars: (_: unknown, props: { size?: unknown }) => ({ wrapper: { '--input-height': controlHeight(props.size) } }) },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 36 } },
    Badge: { defaultProps: { variant: 'light', radius: 'sm', size: 'lg', tt: 'none' } },
    Paper: { defaultProps: { withBorder: true, radius: 'lg' } },
    // react-remove-scroll, behind lockScroll, injects a <style> that a strict CSP refuses
    Modal: { defaultProps: { radius: 'xl', lockScroll: false, overlayProps: { backgroundOpacity: 0.45, color: BLACK } } },
    Drawer: { defaultProps: { lockScroll: false, overlayProps: { backgroundOpacity: 0.45, color: BLACK } } },
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, shadow: 'md' } },
    Tabs: { defaultProps: { color: 'pink' } },
    Tooltip: { defaultProps: { openDelay: 200 } },
  },
});
