/** The legal pages every shop has. */
export const LEGAL_PAGES = ['terms', 'privacy', 'withdrawal', 'imprint', 'accessibility'] as const
export type LegalPage = (typeof LEGAL_PAGES)[number]

export function isLegalPage(text: string): text is LegalPage {
  return (LEGAL_PAGES as readonly string[]).includes(text)
}

/** How long a legal text may be, in characters. */
export const MAX_LEGAL_TEXT = 50_000

/** A part of a text: a heading, a paragraph, or a list. */
export type TextBlock =
  | { type: 'heading'; text: string }
  | { type: 'paragraph'; text: string }
  | { type: 'list'; items: string[] }

/**
 * Reads a plain text: an empty line ends a part, `# ` begins a heading, `- ` an item of a list. Nothing else has a meaning,
 * so nothing that is pasted can become markup.
 */
export function toTextBlocks(text: string): TextBlock[] {
  const blocks: TextBlock[] = []
  let open: string[] = []
  const close = () => {
    if (open.length > 0) blocks.push(toBlock(open))
    open = []
  }
  for (const line of text.split(/\r?\n/).map((one) => one.trim())) {
    const heading = /^#{1,6} +(.+)$/.exec(line)?.[1]
    if (heading || line === '') close()
    if (heading) blocks.push({ type: 'heading', text: heading })
    else if (line !== '') open.push(line)
  }
  close()

  return blocks
}

function toBlock(lines: string[]): TextBlock {
  if (lines.every((line) => /^[-*] /.test(line)))
    return { type: 'list', items: lines.map((line) => line.slice(2).trim()) }

  return { type: 'paragraph', text: lines.join('\n') }
}
