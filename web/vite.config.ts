import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'
import { QUERIES } from './src/lib/queries'

const hall = process.env.QUINCUNX_HALL ?? 'http://127.0.0.1:8765'

/** Puts in the place of `(--short)` what it stands for. */
const queries = {
  postcssPlugin: 'queries',
  AtRule: {
    media(rule: { params: string }): void {
      rule.params = rule.params.replace(/\(--(\w+)\)/g, (written: string, name: string) => {
        if (!(name in QUERIES)) throw new Error(`${written} is no form of the window: src/lib/queries.ts has them`)
        return QUERIES[name as keyof typeof QUERIES]
      })
    },
  },
}

export default defineConfig({
  plugins: [svelte()],
  css: { postcss: { plugins: [queries] } },
  build: {
    outDir: '../src/quincunx/server/static',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // Fonts and pictures are drawn by the page itself: nothing is worth inlining as base64.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // What every visitor loads is one file: fifty small ones compress worse, and each has headers of its own.
        // main.ts stays apart: chunks that it awaits import the page's.
        codeSplitting: { groups: [{ name: 'page', tags: ['$initial'], test: /(?<!main\.ts)$/ }] },
      },
    },
  },
  server: {
    proxy: {
      '/api': hall,
      '/ws': { target: hall, ws: true },
    },
  },
})
