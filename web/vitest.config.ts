import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

/** Unit tests of what is not drawn: src/lib. */
export default defineConfig({
  plugins: [svelte()],
  test: { include: ['tests/**/*.test.ts'], environment: 'node', setupFiles: ['tests/browser.ts'] },
})
