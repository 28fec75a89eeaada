import type { RichTextDocument, RichTextNode } from '@classwright/contract/rich-text';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { RichTextView } from './RichTextView.tsx';

afterEach(cleanup);
const doc = (...content: RichTextNode[]): RichTextDocument => ({ type: 'doc', content });
const text = (words: string, ...marks: string[]): RichTextNode => ({ type: 'text', text: words, marks: marks.map((type) => ({ type })) });
const draw = (document: RichTextDocument) => render(<RichTextView document={document} />).container.firstElementChild as HTMLElement;

describe('a stored text', () => {
  test('is drawn with its structure', () => {
    const drawn = draw(
      doc(
        { type: 'heading', attrs: { level: 1 }, content: [text('Circuits')] },
        { type: 'paragraph', content: [text('Lamp '), text('1', 'bold', 'italic'), { type: 'hardBreak' }, text('x'), text('2', 'superscript')] },
        { type: 'orderedList', attrs: { start: 3 }, content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [text('third')] }] }] },
        {
          type: 'table',
          content: [
            {
              type: 'tableRow',
              content: [
                { type: 'tableHeader', content: [{ type: 'paragraph', content: [text('U')] }] },
                { type: 'tableCell', attrs: { colspan: 2 }, content: [] },
              ],
            },
          ],
        },
      ),
    );
    expect(drawn.querySelector('h3')?.textContent).toBe('Circuits');
    expect(drawn.querySelector('p')?.innerHTML).toBe('Lamp <strong><em>1</em></strong><br>x<sup>2</sup>');
    expect(drawn.querySelector('ol')?.start).toBe(3);
    expect(drawn.querySelector('td')?.colSpan).toBe(2);
  });

  test('keeps links that lead to the web or to a mailbox, and the words of all others', () => {
    const link = (href: unknown): RichTextNode => ({
      type: 'paragraph',
      content: [{ type: 'text', text: 'here', marks: [{ type: 'link', attrs: { href } }] }],
    });
    draw(
      doc(
        link('https://school.test/x'),
        link('mailto:a@school.test'),
        link('javascript:alert(1)'),
        link('java\nscript:alert(1)'),
        link('//evil.test'),
        link({ toString: () => 'https://x' }),
      ),
    );
    expect(screen.getAllByRole('link').map((one) => one.getAttribute('href'))).toEqual(['https://school.test/x', 'mailto:a@school.test']);
    expect(screen.getAllByText('here')).toHaveLength(6);
    expect(screen.getAllByRole('link')[0]?.getAttribute('rel')).toContain('noopener');
  });

  test.each<[string, RichTextNode]>([
    ['a node that nobody knows', { type: 'script', content: [text('alert(1)')] }],
    ['a node named like a property of every object', { type: 'constructor', content: [text('alert(1)')] }],
    ['an embedded page', { type: 'iframe', attrs: { src: 'https://evil.test' } }],
  ])('leaves out %s', (_, node) => {
    const drawn = draw(doc(node, { type: 'paragraph', content: [text('rest')] }));
    expect(drawn.textContent).toBe('rest');
    expect(drawn.querySelector('script, iframe')).toBeNull();
  });

  test('[B023] shows hostile words as words', () => {
    const hostile = '<img src=x onerror=alert(1)>';
    const drawn = draw(doc({ type: 'paragraph', content: [text(hostile, 'blink', 'bold')] }));
    expect(drawn.textContent).toBe(hostile);
    expect(drawn.querySelector('img')).toBeNull();
  });

  test('survives what is no document inside', () => {
    expect(
      draw(
        doc(
          { type: 'paragraph', content: 'no list' as unknown as RichTextNode[] },
          { type: 'text' },
          { type: 'paragraph', content: [{ type: 'text', text: 5 as unknown as string, marks: 'x' as unknown as [] }] },
        ),
      ).textContent,
    ).toBe('');
  });

  test('shows pictures of this server only, otherwise their words', () => {
    const picture = (attrs: Record<string, unknown>): RichTextNode => ({ type: 'image', attrs: { file_id: 4, alt: 'A circuit', ...attrs } });
    const drawn = draw(
      doc(
        picture({ src: '/api/files/4?sig=x', width: 600, height: 300 }),
        picture({ src: 'https://evil.test/x.png' }),
        picture({ src: '//evil.test/x.png' }),
        picture({}),
      ),
    );
    expect([...drawn.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual(['/api/files/4?sig=x']);
    expect(screen.getByAltText('A circuit').getAttribute('width')).toBe('600');
    expect(screen.getAllByText('A circuit')).toHaveLength(3);
  });

  test('draws formulas as MathML, and shows the LaTeX of what is none', async () => {
    draw(
      doc({
        type: 'paragraph',
        content: [
          { type: 'inlineMath', attrs: { latex: '\\frac{1}{2}R' } },
          { type: 'inlineMath', attrs: { latex: '\\frac{1' } },
          { type: 'inlineMath', attrs: { latex: '\\href{javascript:alert(1)}{x}' } },
        ],
      }),
    );
    expect(await screen.findByText('\\frac{1')).toBeTruthy();
    expect(await screen.findByText((_, element) => element?.tagName.toLowerCase() === 'mfrac')).toBeTruthy();
    expect(document.querySelector('a[href^="javascript"]')).toBeNull();
    expect(document.querySelector('math [style]')).toBeNull();
  });
});

describe('[B232] formulas as browsers need them said', () => {
  const formula = async (latex: string) => {
    const drawn = draw(doc({ type: 'blockMath', attrs: { latex } }));
    await waitFor(() => expect(drawn.querySelector('math')).not.toBeNull());
    return drawn.querySelector('math') as Element;
  };

  test('letters of an alphabet are its letters, since browsers draw no mathvariant', async () => {
    const math = await formula('\\mathbb{R} + \\mathbf{v} + \\mathrm{d}x + \\sin');
    expect([...math.querySelectorAll('mi')].map((letter) => `${letter.textContent} ${letter.getAttribute('mathvariant') ?? ''}`)).toEqual([
      'ℝ ',
      '𝐯 ',
      'd normal',
      'x ',
      'sin normal',
    ]);
  });

  test('equations stand in line at their signs, and the cases of a function at the left', async () => {
    const aligned = await formula('\\begin{aligned}2x+3&=7\\\\x&=2\\end{aligned}');
    expect([...aligned.querySelectorAll('mtd')].map((cell) => cell.getAttribute('data-align'))).toEqual(['right', 'left', 'right', 'left']);
    expect(aligned.querySelectorAll('mtd[data-tight]')).toHaveLength(2);
    const cases = await formula('\\begin{cases}x^2&x>0\\\\0&x<0\\end{cases}');
    expect(cases.querySelectorAll('mtd[data-align="left"]')).toHaveLength(4);
  });
});

test('what is wider than its place is a stop of the Tab key at once, and no longer once it fits', () => {
  let look = () => {};
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(seen: () => void) {
        look = seen;
      }
      observe() {}
      disconnect() {}
    },
  );
  const box = draw(doc({ type: 'table', content: [] })).firstElementChild as HTMLElement;
  const width = vi.spyOn(box, 'scrollWidth', 'get').mockReturnValue(300);
  look();
  expect(box.tabIndex).toBe(0); // not a drawing later, in which an axe or a thumb would find it without
  width.mockReturnValue(0);
  look();
  expect(box.hasAttribute('tabindex')).toBe(false);
  vi.unstubAllGlobals();
});

describe('[B238] the direction of a text', () => {
  test('lists, quotations and tables take it from their words, for their marks and columns', () => {
    const words = (content: string): RichTextNode => ({ type: 'paragraph', content: [text(content)] });
    const drawn = draw(
      doc(
        { type: 'bulletList', content: [{ type: 'listItem', content: [words('التيار')] }] },
        { type: 'orderedList', content: [{ type: 'listItem', content: [words('current')] }] },
        { type: 'blockquote', content: [words('זרם')] },
        { type: 'table', content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: [words('U')] }] }] },
      ),
    );
    expect([...drawn.querySelectorAll('[dir="auto"]')].map(({ tagName }) => tagName)).toEqual(['UL', 'OL', 'BLOCKQUOTE', 'TABLE']);
    // A part with its own direction would be skipped when the whole looks for its first letter.
    expect(drawn.querySelector('[dir] [dir]')).toBeNull();
  });
});
