import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

// The layers, from the top: a file may import from those below it, never from
// those above. Types generated from Go may be named anywhere.
const below = (group, message) => ({
  '@typescript-eslint/no-restricted-imports': ['error', { patterns: [{ group, message, allowTypeImports: false }] }],
});

export default ts.config(
  { ignores: ['dist', 'dist-fake', 'node_modules', 'src/api/types.gen.ts', 'test-results', 'playwright-report'] },
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      'no-console': 'error',
      'svelte/no-at-html-tags': 'off', // every use goes through DOMPurify or the Go sanitiser
      'svelte/prefer-svelte-reactivity': 'off', // a map that nothing shows needs none
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  { files: ['e2e/**', '**/*.test.ts'], rules: { '@typescript-eslint/no-non-null-assertion': 'off' } },
  { files: ['src/components/**'], rules: below(['**/screens/*'], 'A component is shown by a screen and knows none.') },
  {
    files: ['src/components/ui/**'],
    rules: below(
      ['**/screens/*', '**/state/*', '**/api/*', '../*/*'],
      'A ui component has no product words and imports only from ui.',
    ),
  },
  {
    files: ['src/components/!(ui)/**'],
    ignores: ['**/*.test.ts'],
    rules: below(
      ['**/screens/*', '**/api/client', '**/api/web', '**/api/window', '**/api/events', '**/api/fake/*', '**/api/fake'],
      'A component shows; it asks a state class, which asks the api.',
    ),
  },
  {
    files: ['src/state/**'],
    ignores: ['**/*.test.ts'],
    rules: below(['**/screens/*', '**/components/**', '**/api/fake/*', '**/api/fake'], 'State knows nothing of what shows it.'),
  },
  {
    files: ['src/api/**', 'src/lib/**', 'src/locales/**'],
    rules: below(['**/screens/*', '**/components/**', '**/state/*'], 'The bottom layers import nothing from above.'),
  },
);
