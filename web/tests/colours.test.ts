import { expect, it } from 'vitest'

const files = import.meta.glob<string>('../src/**/*.svelte', { query: '?raw', import: 'default', eager: true })

it('styles take their colours from the variables of app.css', () => {
  const found = Object.entries(files).flatMap(([file, text]) => {
    const style = /<style[^>]*>([\s\S]*)<\/style>/.exec(text)?.[1] ?? ''
    return [...style.matchAll(/#[\da-f]{3,8}\b|\b(?:rgb|hsl)a?\(/gi)].map((one) => `${file}: ${one[0]}`)
  })
  expect(Object.keys(files).length).toBeGreaterThan(50)
  expect(found).toEqual([])
})
