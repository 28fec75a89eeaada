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
  /^(?:size|weight|leading|tone|numbers|breaks|nowrap|clamp|centered|above|below|grow|fixed|shrinks|wide|pushed|self|bordered|radius|ground|gap|rowGap|align|justify|wrap|inline|items|oneColumn)$/;

/** Arranges its children in a line, centered across it unless `align` says otherwise. */
export function Row<T extends Tag = 'div'>(props: Props<T, Arrangement>): ReactElement {
  return draw('div', props, 'cw-row');
}

/** Arranges its children below each other. */
export function Stack<T extends Tag = 'div'>(props: Props<T, Arrangement>): ReactElement {
  return draw('div', props, 'cw-stack');
}

/** Arranges its children in a grid. A class of the style sheet names the columns, if there are several. */
export function Grid<T extends Tag = 'div'>(props: Props<T, Columns>): ReactElement {
  return draw('div', props, 'cw-grid');
}

/** A block that needs a look, and leaves the place of its children to them. */
export function Box<T extends Tag = 'div'>(props: Props<T, Look>): ReactElement {
  return draw('div', props);
}

/** A paragraph or another element of words. */
export function Text<T extends Tag = 'p'>(props: Props<T, Look>): ReactElement {
  return draw('p', props);
}

function draw(usual: Tag, { as = usual, className, ...props }: { as?: Tag; className?: string | undefined }, kind?: string): ReactElement {
  const chosen = [kind, className];
  const passedOn: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(props))
    if (!own.test(name)) passedOn[name] = value;
    else if (value !== undefined) chosen.push(`cw-${name}${value === true ? '' : `-${String(value).replace('.', '_')}`}`);
  passedOn['className'] = chosen.filter(Boolean).join(' ');
  return createElement(as, passedOn);
}
