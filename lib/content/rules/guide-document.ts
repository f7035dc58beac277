import type { ShopPicture } from '#lib/settings/rules/brand.ts'

/** A part of a line. `text` is shown as it stands, whatever it looks like. */
export type Inline =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'strong' | 'em'; inside: Inline[] }
  | { kind: 'link'; href: string; inside: Inline[] }
  | { kind: 'picture'; hash: string; alt: string }
  | { kind: 'break' }

export type Question = { question: string; answer: Block[] }

/** A part of a page. A heading has the id by which the table of contents leads to it. */
export type Block =
  | { kind: 'heading'; level: 2 | 3 | 4; id: string; text: string; inside: Inline[] }
  | { kind: 'paragraph'; inside: Inline[] }
  | { kind: 'list'; start: number | null; isTight: boolean; items: Block[][] }
  | { kind: 'table'; align: ('left' | 'right' | 'center' | null)[]; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'quote'; inside: Block[] }
  | { kind: 'code'; text: string }
  | { kind: 'picture'; hash: string; alt: string; caption: string | null }
  | { kind: 'line' }
  | { kind: 'plans'; slug: string }
  | { kind: 'questions'; items: Question[] }
  | { kind: 'phone' }

/**
 * What is wrong with a text. `html`, `link` and `picture`: shown as text. `block`: there is none of this name. `open`: not
 * closed. `alt`: a picture without words. The others are found with the help of the shop: `broken` is a link to no page,
 * `unsold` a destination that is not sold, `taken` an address that another page has.
 */
export const PROBLEM_KINDS = [
  'title',
  'description',
  'taken',
  'alt',
  'body',
  'html',
  'link',
  'picture',
  'block',
  'open',
  'broken',
  'unsold',
] as const
export type ProblemKind = (typeof PROBLEM_KINDS)[number]

/** `line` counts from 1, 0 for what is not in the text; `what` is the place in its own words. */
export type Problem = { kind: ProblemKind; line: number; what: string }

const STOPPING: readonly ProblemKind[] = ['title', 'description', 'taken', 'alt', 'body']

/** Whether a text with this problem cannot be published. The others are said before, and show nothing or text. */
export function isStopping({ kind }: Pick<Problem, 'kind'>): boolean {
  return STOPPING.includes(kind)
}

/** A text as it was read: what it shows, what is wrong, and what it names of the shop. */
export type GuideDocument = {
  blocks: Block[]
  problems: Problem[]
  /** Links to pages of the shop, as they were written. */
  links: { path: string; line: number }[]
  /** Destinations whose plans it shows, by their address. */
  places: { slug: string; line: number }[]
  pictures: { hash: string; path: string; line: number }[]
}

/** What pictures are and measure, by their hash. */
export type PictureSizes = Record<string, Omit<ShopPicture, 'hash'>>

export type ContentsEntry = { id: string; text: string; level: 2 | 3 | 4 }

const LEAST_HEADINGS = 4

/** The table of contents: headings of the first two levels, when there are more than three. */
export function contentsOf(blocks: readonly Block[]): ContentsEntry[] {
  const headings = blocks.flatMap((block) => (block.kind === 'heading' && block.level < 4 ? [block] : []))

  return headings.length < LEAST_HEADINGS ? [] : headings.map(({ id, text, level }) => ({ id, text, level }))
}

/** The parts of a section of a page: its headings are one less high, and their names are those of the section. */
export function toSection(blocks: readonly Block[], id: string): Block[] {
  return blocks.map((block) =>
    block.kind === 'heading'
      ? { ...block, level: Math.min(4, block.level + 1) as 3 | 4, id: `${id}-${block.id}` }
      : block,
  )
}

/** The picture whose address this is (`/brand/<hash>.png` or `.jpg`), `null` for any other address. */
export function pictureHash(address: string): string | null {
  return /^\/brand\/([\w-]{22})\.(?:png|jpg)$/.exec(address)?.[1] ?? null
}
