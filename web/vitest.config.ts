import { defineConfig } from 'vitest/config'

/** Unit tests of what is not drawn: src/lib. */
export default defineConfig({ test: { include: ['tests/**/*.test.ts'], environment: 'node' } })
