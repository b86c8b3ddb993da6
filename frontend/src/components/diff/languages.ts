import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { tags } from '@lezer/highlight';

/** Syntax in ink, teal and olive: red and blue belong to the diff. */
const style = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], fontWeight: '650' },
  { tag: [tags.comment, tags.meta], color: 'var(--ink-3)', fontStyle: 'italic' },
  { tag: [tags.typeName, tags.className, tags.namespace, tags.tagName], color: 'var(--teal)' },
  { tag: [tags.string, tags.number, tags.bool, tags.null, tags.regexp], color: 'var(--olive)' },
  { tag: tags.heading, fontWeight: '650' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strong, fontWeight: '650' },
]);

const loaders: Record<string, () => Promise<Extension>> = {
  css: async () => (await import('@codemirror/lang-css')).css(),
  go: async () => (await import('@codemirror/lang-go')).go(),
  html: async () => (await import('@codemirror/lang-html')).html(),
  javascript: async () => (await import('@codemirror/lang-javascript')).javascript({ jsx: true }),
  json: async () => (await import('@codemirror/lang-json')).json(),
  markdown: async () => (await import('@codemirror/lang-markdown')).markdown(),
  python: async () => (await import('@codemirror/lang-python')).python(),
  typescript: async () => (await import('@codemirror/lang-javascript')).javascript({ typescript: true, jsx: true }),
};

/** The colours of a language; they may come late and never move a line. */
export async function highlighting(language: string): Promise<Extension> {
  const load = loaders[language];
  return load ? [await load(), syntaxHighlighting(style)] : [];
}
