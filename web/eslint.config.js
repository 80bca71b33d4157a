/** What is held against the page besides its types: the recommended rules of ESLint, typescript-eslint and the Svelte plugin. */

import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import { defineConfig } from 'eslint/config'
import globals from 'globals'
import ts from 'typescript-eslint'
import svelteConfig from './svelte.config.js'

export default defineConfig(
  { ignores: ['**/node_modules/', '**/src/generated/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { extraFileExtensions: ['.svelte'], parser: ts.parser, svelteConfig } },
  },
  {
    files: ['**/*.svelte', '**/*.ts'],
    rules: {
      // svelte-check knows every name; ESLint does not know those of types.
      'no-undef': 'off',
      // As TypeScript has it: what a method takes only for those that override it starts with an underscore.
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    },
  },
  { files: ['**/public/*.js'], languageOptions: { globals: globals.serviceworker } },
)
