/** Escapes a text for a page or an attribute. */
export const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

export const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)}</title>
<style>body{font:1rem/1.5 system-ui;margin:1rem auto;max-width:70rem;padding:0 1rem}td,th{padding:.1rem .6rem;text-align:start}form{display:inline}input{max-width:12rem}td input{width:4rem}</style>
<h1>${escape(title)}</h1>${body}</html>`;
