/** The little Markdown that the rules are written in, as blocks; never as HTML text. */

export interface Span {
  text: string
  style: '' | 'strong' | 'em' | 'code'
}

export type Block =
  | { kind: 'heading'; level: number; spans: Span[]; id: string }
  | { kind: 'paragraph'; mark: string; spans: Span[] }
  | { kind: 'list'; items: Span[][] }
  | { kind: 'code'; text: string }
  | { kind: 'table'; head: Span[][]; rows: Span[][][] }

const SPAN = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`/g

function spansOf(text: string): Span[] {
  const spans: Span[] = []
  let from = 0
  for (const found of text.matchAll(SPAN)) {
    if (found.index > from) spans.push({ text: text.slice(from, found.index), style: '' })
    if (found[1] !== undefined) spans.push({ text: found[1], style: 'strong' })
    else if (found[2] !== undefined) spans.push({ text: found[2], style: 'em' })
    else spans.push({ text: found[3] ?? '', style: 'code' })
    from = found.index + found[0].length
  }
  if (from < text.length) spans.push({ text: text.slice(from), style: '' })
  return spans
}

const cellsOf = (line: string): Span[][] =>
  line
    .replace(/^\s*\||\|\s*$/g, '')
    .split('|')
    .map((cell) => spansOf(cell.trim()))

export function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  const lines = text.split('\n')
  for (let n = 0; n < lines.length; n += 1) {
    const line = lines[n] ?? ''
    const heading = /^(#{1,4}) (.*)$/.exec(line)
    if (!line.trim()) continue
    if (heading) {
      blocks.push({ kind: 'heading', level: heading[1]?.length ?? 2, spans: spansOf(heading[2] ?? ''), id: `h${n}` })
    } else if (line.startsWith('```')) {
      const code: string[] = []
      for (n += 1; n < lines.length && !lines[n]?.startsWith('```'); n += 1) code.push(lines[n] ?? '')
      blocks.push({ kind: 'code', text: code.join('\n') })
    } else if (line.startsWith('|') && /^\|[\s:|-]+\|?$/.test(lines[n + 1] ?? '')) {
      const rows: Span[][][] = []
      for (n += 2; lines[n]?.startsWith('|'); n += 1) rows.push(cellsOf(lines[n] ?? ''))
      n -= 1
      blocks.push({ kind: 'table', head: cellsOf(line), rows })
    } else if (/^[-*] /.test(line)) {
      const items: Span[][] = []
      for (; /^([-*] | {2}\S)/.test(lines[n] ?? ''); n += 1)
        items.push(spansOf((lines[n] ?? '').replace(/^[-*] |^ +/, '')))
      n -= 1
      blocks.push({ kind: 'list', items })
    } else {
      const parts = [line]
      while (/^\S/.test(lines[n + 1] ?? '') && !/^(#|\||```|[-*] |§\d|\*{0,2}R\d)/.test(lines[n + 1] ?? '')) {
        n += 1
        parts.push(lines[n] ?? '')
      }
      const marked = /^\**((?:§|R)\d+)\**\s+(.*)$/s.exec(parts.join(' '))
      blocks.push({ kind: 'paragraph', mark: marked?.[1] ?? '', spans: spansOf(marked?.[2] ?? parts.join(' ')) })
    }
  }
  return blocks
}
