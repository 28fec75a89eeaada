import { type ComponentPropsWithRef, createElement, type ReactElement } from 'react';
import type { Arrangement, Columns, Look } from './look.ts';
import './layout.css';

/** The elements that a layout component can be. Fields, links, buttons, and cells of tables have components and classes of their own. */
type Tag =
  | ('article' | 'aside' | 'b' | 'dd' | 'div' | 'dl' | 'dt' | 'em' | 'fieldset' | 'figure' | 'footer' | 'form' | 'h1' | 'h2' | 'h3' | 'h4' | 'header')
  | ('label' | 'li' | 'main' | 'nav' | 'ol' | 'p' | 'section' | 'small' | 'span' | 'strong' | 'time' | 'ul');

type Props<T extends Tag, Own> = Omit<ComponentPropsWithRef<T>, keyof Own> & Own & { as?: T };

/** The props that choose classes. All others go to the element. */
const own =
  /^(size|weight|leading|tone|numbers|breaks|nowrap|clamp|centered|above|below|grow|fixed|shrinks|wide|pushed|self|bordered|radius|ground|gap|rowGap|align|justify|wrap|inline|items|oneColumn)$/;

/** Arranges its children in a line, centered across it unless `align` says otherwise. */
export function Row<T extends Tag = 'div'>(props: Props<T, Arrangement>): ReactElement {
  return draw('div', props, ' cw-row');
}

/** Arranges its children below each other. */
export function Stack<T extends Tag = 'div'>(props: Props<T, Arrangement>): ReactElement {
  return draw('div', props, ' cw-stack');
}

/** Arranges its children in a grid. A class of the style sheet names the columns, if there are several. */
export function Grid<T extends Tag = 'div'>(props: Props<T, Columns>): ReactElement {
  return draw('div', props, ' cw-grid');
}

/** A block that needs a look, and leaves the place of its children to them. */
export function Box<T extends Tag = 'div'>(props: Props<T, Look>): ReactElement {
  return draw('div', props);
}

/** A paragraph or another element of words. */
export function Text<T extends Tag = 'p'>(props: Props<T, Look>): ReactElement {
  return draw('p', props);
}

function draw(usual: Tag, { as = usual, className = '', ...props }: { as?: Tag; className?: string | undefined }, kind = ''): ReactElement {
  const passedOn: Record<string, unknown> = {};
  let names = className + kind;
  for (const [name, value] of Object.entries<string | number | true>(props))
    if (own.test(name)) names += value === true ? ` cw-${name}` : ` cw-${name}-${value}`;
    else passedOn[name] = value;
  passedOn['className'] = names;
  return createElement(as, passedOn);
}
