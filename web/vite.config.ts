import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

const hall = process.env.QUINCUNX_HALL ?? 'http://127.0.0.1:8765'

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../src/quincunx/server/static',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // Fonts and pictures are drawn by the page itself: nothing is worth inlining as base64.
    assetsInlineLimit: 0,
  },
  server: {
    proxy: {
      '/api': hall,
      '/ws': { target: hall, ws: true },
    },
  },
})
