import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import {
  type Block,
  type GuideDocument,
  type Inline,
  type ProblemKind,
  pictureHash,
  type Question,
} from '#lib/content/rules/guide-document.ts'

type Root = ReturnType<typeof fromMarkdown>
type Node = Root['children'][number] | { type: string }

/** The text of a segment, how many lines stand before it, and the addresses that it gives names. */
type Source = {
  text: string
  offset: number
  addresses: Map<string, { url: string; title?: string | null | undefined }>
}

const MOST_PLACES = 8
const EXCERPT = 80

/**
 * Reads a text in Markdown. What it cannot show, it shows as text, and says so: HTML, links to where nothing good waits,
 * pictures of other sites, blocks of unknown names.
 */
export function parseGuide(text: string): GuideDocument {
  const reader = new GuideReader()

  return reader.read(splitSegments(text))
}

class GuideReader {
  private readonly made: GuideDocument = { blocks: [], problems: [], links: [], places: [], pictures: [] }
  private readonly ids = new Set(['main'])
  /** The least deep heading of the text stands below the title of the page. */
  private shift = 1
  private depth = 1

  read(segments: readonly Segment[]): GuideDocument {
    const parsed = segments.map((segment) => ({ segment, root: segment.kind === 'text' ? parse(segment.text) : null }))
    const depths = parsed.flatMap(({ root }) =>
      root ? root.children.flatMap((node) => ('depth' in node ? [node.depth] : [])) : [],
    )
    this.shift = 2 - Math.min(6, ...depths)
    for (const { segment, root } of parsed) {
      if (root) this.made.blocks.push(...this.blocks(root.children, sourceOf(root, segment.text, segment.line - 1)))
      else this.made.blocks.push(...this.own(segment))
    }
    this.made.problems.sort((a, b) => a.line - b.line)

    return this.made
  }

  /** A block of the shop. One of an unknown name shows nothing. */
  private own({ name, argument, text, line, isClosed }: Segment): Block[] {
    if (!isClosed) this.complain('open', line, `:::${name}`)
    if (name === 'phone' && argument === '') return [{ kind: 'phone' }]
    if (name === 'plans' && /^[a-z0-9-]{1,120}$/.test(argument) && this.made.places.length < MOST_PLACES) {
      this.made.places.push({ slug: argument, line })

      return [{ kind: 'plans', slug: argument }]
    }
    if (name === 'questions' && argument === '') return this.questions(text, line)
    this.complain('block', line, `:::${name} ${argument}`.trim())

    return []
  }

  /** Each heading asks, and what follows it answers. What stands before the first one is shown above them. */
  private questions(text: string, line: number): Block[] {
    const root = parse(text)
    const source = sourceOf(root, text, line)
    const items: (Question & { nodes: Node[] })[] = []
    const before: Node[] = []
    for (const node of root.children) {
      if (node.type === 'heading') items.push({ question: plainText(node), answer: [], nodes: [] })
      else (items.at(-1)?.nodes ?? before).push(node)
    }
    if (items.length === 0) this.complain('block', line, ':::questions')
    const filled = items.map(({ question, nodes }) => ({ question, answer: this.blocks(nodes, source) }))

    return [
      ...this.blocks(before, source),
      ...(filled.length > 0 ? [{ kind: 'questions' as const, items: filled }] : []),
    ]
  }

  private blocks(nodes: readonly Node[], source: Source): Block[] {
    return nodes.flatMap((node) => this.block(node, source))
  }

  private block(node: Node, source: Source): Block[] {
    if (!isKnown(node)) return []
    switch (node.type) {
      case 'heading': {
        const text = plainText(node)
        const level = Math.min(4, this.depth + 1, Math.max(2, node.depth + this.shift)) as 2 | 3 | 4
        this.depth = level

        return [{ kind: 'heading', level, id: this.idOf(text), text, inside: this.inlines(node.children, source) }]
      }
      case 'paragraph':
        return this.paragraph(node, source)
      case 'list': {
        const start = node.ordered ? (node.start ?? 1) : null

        return [
          {
            kind: 'list',
            start,
            isTight: !node.spread,
            items: node.children.map((item) => this.blocks(item.children, source)),
          },
        ]
      }
      case 'table': {
        const [head, ...rows] = node.children.map((row) =>
          row.children.map((cell) => this.inlines(cell.children, source)),
        )

        return [{ kind: 'table', align: [...(node.align ?? [])], head: head ?? [], rows }]
      }
      case 'blockquote':
        return [{ kind: 'quote', inside: this.blocks(node.children, source) }]
      case 'code':
        return [{ kind: 'code', text: node.value }]
      case 'thematicBreak':
        return [{ kind: 'line' }]
      case 'html':
        this.complain('html', lineOf(node, source), node.value)

        return [{ kind: 'paragraph', inside: [{ kind: 'text', text: node.value }] }]
      default:
        return []
    }
  }

  /** A picture that stands alone is one of the page, with its title below it. */
  private paragraph(node: Extract<Known, { type: 'paragraph' }>, source: Source): Block[] {
    const [first, ...rest] = node.children
    const inside = this.inlines(node.children, source)
    const [picture] = inside
    if (first?.type !== 'image' || rest.length > 0 || picture?.kind !== 'picture')
      return [{ kind: 'paragraph', inside }]

    return [{ ...picture, caption: first.title?.trim() || null }]
  }

  private inlines(nodes: readonly Node[], source: Source): Inline[] {
    return nodes.flatMap((node) => this.inline(node, source))
  }

  private inline(node: Node, source: Source): Inline[] {
    if (!isKnown(node)) return []
    switch (node.type) {
      case 'text':
        return [{ kind: 'text', text: node.value }]
      case 'inlineCode':
        return [{ kind: 'code', text: node.value }]
      case 'strong':
        return [{ kind: 'strong', inside: this.inlines(node.children, source) }]
      case 'emphasis':
        return [{ kind: 'em', inside: this.inlines(node.children, source) }]
      case 'break':
        return [{ kind: 'break' }]
      case 'link':
        return this.link(node, source)
      case 'image':
        return this.picture(node, source)
      case 'html':
        this.complain('html', lineOf(node, source), node.value)

        return [{ kind: 'text', text: node.value }]
      // An address that the text gives a name elsewhere.
      case 'linkReference': {
        const named = source.addresses.get(node.identifier)

        return named ? this.link({ ...node, ...named, type: 'link' }, source) : []
      }
      case 'imageReference': {
        const named = source.addresses.get(node.identifier)

        return named ? this.picture({ ...node, ...named, type: 'image' }, source) : []
      }
      default:
        return []
    }
  }

  private link(node: Extract<Known, { type: 'link' }>, source: Source): Inline[] {
    const line = lineOf(node, source)
    if (!isLinkable(node.url)) {
      this.complain('link', line, written(node, source))

      return [{ kind: 'text', text: written(node, source) }]
    }
    if (node.url.startsWith('/')) this.made.links.push({ path: node.url, line })

    return [{ kind: 'link', href: node.url, inside: this.inlines(node.children, source) }]
  }

  private picture(node: Extract<Known, { type: 'image' }>, source: Source): Inline[] {
    const line = lineOf(node, source)
    const hash = pictureHash(node.url)
    const alt = (node.alt ?? '').trim()
    if (alt === '') this.complain('alt', line, written(node, source))
    if (hash === null) {
      this.complain('picture', line, node.url)

      return [{ kind: 'text', text: written(node, source) }]
    }
    this.made.pictures.push({ hash, path: node.url, line })

    return [{ kind: 'picture', hash, alt }]
  }

  private idOf(text: string): string {
    const words = text
      .toLowerCase()
      .normalize('NFC')
      .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
      .replaceAll(/^-+|-+$/g, '')
    const plain = words.slice(0, 60) || 'part'
    let id = plain
    for (let n = 2; this.ids.has(id); n++) id = `${plain}-${n}`
    this.ids.add(id)

    return id
  }

  private complain(kind: ProblemKind, line: number, what: string): void {
    this.made.problems.push({ kind, line, what: what.replaceAll(/\s+/g, ' ').trim().slice(0, EXCERPT) })
  }
}

function parse(text: string): Root {
  return fromMarkdown(text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] })
}

function sourceOf(root: Root, text: string, offset: number): Source {
  const addresses: Source['addresses'] = new Map()
  const collect = (node: Node) => {
    if (!isKnown(node)) return
    if (node.type === 'definition' && !addresses.has(node.identifier)) {
      addresses.set(node.identifier, { url: node.url, title: node.title })
    }
    if ('children' in node) for (const child of node.children) collect(child)
  }
  for (const node of root.children) collect(node)

  return { text, offset, addresses }
}

type Known = Root['children'][number]

function isKnown(node: Node): node is Known {
  return 'position' in node
}

function lineOf(node: Known, { offset }: Source): number {
  return (node.position?.start.line ?? 1) + offset
}

function written({ position }: Known, { text }: Source): string {
  return text.slice(position?.start.offset ?? 0, position?.end.offset ?? 0)
}

/** Pages of the shop, parts of this page, other sites, mail and telephone. Two slashes would lead to another host. */
function isLinkable(address: string): boolean {
  return /^(?:https?:\/\/[^/]|mailto:[^/]|tel:[+\d]|#)/i.test(address) || /^\/(?![/\\])/.test(address)
}

function plainText(node: Node): string {
  if ('value' in node && typeof node.value === 'string') return node.value
  if ('alt' in node && typeof node.alt === 'string') return node.alt

  return 'children' in node && Array.isArray(node.children) ? node.children.map(plainText).join('') : ''
}

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
