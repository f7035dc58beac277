/**
 * A stretch of a text: Markdown, or a block of the shop (`:::plans japan`). `line` is that of its first line, from 1; `text`
 * of a block is what stands between it and its end.
 */
export type Segment = {
  kind: 'text' | 'block'
  line: number
  text: string
  name: string
  argument: string
  isClosed: boolean
}

const OPENING = /^:::[ \t]*([\p{L}\w-]+)[ \t]*(.*?)[ \t]*$/u
const CLOSING = /^:::[ \t]*$/
const FENCE = /^ {0,3}(`{3,}|~{3,})/

/** Blocks that have lines of their own. */
const LONG = new Set(['questions'])

/** Splits a text at the blocks of the shop. What stands in fenced code is no block. */
export function splitSegments(text: string): Segment[] {
  const lines = text.split('\n')
  const segments: Segment[] = []
  let from = 0
  let fence: string | null = null
  const storedText = (until: number) => {
    const kept = lines.slice(from, until).join('\n')
    if (kept.trim() !== '') segments.push(textAt(from, kept))
  }
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    fence = fenceAfter(fence, line)
    const [, name = '', argument = ''] = (fence === null && OPENING.exec(line)) || []
    if (name === '') continue
    storedText(at)
    const end = LONG.has(name) ? lines.findIndex((one, place) => place > at && CLOSING.test(one)) : at
    const last = end < 0 ? lines.length - 1 : end
    const inner = LONG.has(name) ? lines.slice(at + 1, end < 0 ? undefined : end).join('\n') : ''
    segments.push({ kind: 'block', line: at + 1, text: inner, name, argument, isClosed: end >= 0 })
    at = last
    from = last + 1
  }
  storedText(lines.length)

  return segments
}

function textAt(at: number, text: string): Segment {
  return { kind: 'text', line: at + 1, text, name: '', argument: '', isClosed: true }
}

/** The fence that is open behind a line: one is closed by as many of the same marks. */
function fenceAfter(open: string | null, line: string): string | null {
  const mark = FENCE.exec(line)?.[1]
  if (mark === undefined) return open
  if (open === null) return mark

  return mark.startsWith(open) && line.trim() === mark ? null : open
}
