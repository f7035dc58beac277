import type { ReactNode } from 'react'
import { Fold } from '#components/ui/fold.tsx'
import type { Block, ContentsEntry, Inline, PictureSizes } from '#lib/content/rules/guide-document.ts'
import { isPersonalPath } from '#lib/content/rules/public-route.ts'
import { LOCALE_SHAPE, type Locale } from '#lib/core/i18n/config.ts'
import { localePath, privatePath } from '#lib/core/i18n/routing.ts'
import { picturePath } from '#lib/settings/rules/brand.ts'

export type GuideTextProps = {
  blocks: readonly Block[]
  pictures: PictureSizes
  /** The language of the text: its links lead to pages in it. */
  locale: Locale
  /** What stands in the place of the shop's own blocks. */
  plans: (slug: string) => ReactNode
  phone: ReactNode
}

/** The text of a guide. Every part of it is an element of ours: nothing that was written is ever read as HTML. */
export function GuideText({ blocks, ...shared }: GuideTextProps) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name, and none of them keeps anything.
  return blocks.map((block, place) => <GuideBlock key={place} block={block} {...shared} />)
}

function GuideBlock({ block, ...shared }: Omit<GuideTextProps, 'blocks'> & { block: Block }) {
  const line = (inside: readonly Inline[]) => <Line inside={inside} {...shared} />
  switch (block.kind) {
    case 'heading': {
      const Heading = `h${block.level}` as const

      return <Heading id={block.id}>{line(block.inside)}</Heading>
    }
    case 'paragraph':
      return <p>{line(block.inside)}</p>
    case 'list':
      return <List block={block} {...shared} />
    case 'table':
      return <Table block={block} {...shared} />
    case 'quote':
      return (
        <blockquote>
          <GuideText blocks={block.inside} {...shared} />
        </blockquote>
      )
    case 'code':
      return (
        <pre dir="ltr">
          <code>{block.text}</code>
        </pre>
      )
    case 'picture':
      return (
        <figure>
          <Picture {...block} pictures={shared.pictures} />
          {block.caption ? <figcaption>{block.caption}</figcaption> : null}
        </figure>
      )
    case 'line':
      return <hr />
    case 'plans':
      return shared.plans(block.slug)
    case 'phone':
      return shared.phone
    default:
      return (
        <div className="guide-questions">
          {block.items.map(({ question, answer }) => (
            <Fold key={question} title={question}>
              <GuideText blocks={answer} {...shared} />
            </Fold>
          ))}
        </div>
      )
  }
}

type Of<Kind extends Block['kind']> = { block: Extract<Block, { kind: Kind }> } & Omit<GuideTextProps, 'blocks'>

function List({ block: { start, isTight, items }, ...shared }: Of<'list'>) {
  const rows = items.map((blocks, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above.
    <li key={place}>
      {blocks.map((block, at) =>
        isTight && block.kind === 'paragraph' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          <Line key={at} inside={block.inside} {...shared} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          <GuideBlock key={at} block={block} {...shared} />
        ),
      )}
    </li>
  ))

  return start === null ? <ul>{rows}</ul> : <ol start={start === 1 ? undefined : start}>{rows}</ol>
}

/** A wide table scrolls by itself, also by keyboard; its heads name it. */
function Table({ block: { align, head, rows }, ...shared }: Of<'table'>) {
  const name = head.map(textOf).filter(Boolean).join(', ')
  const sideOf = (at: number) => (align[at] ? `guide-${align[at]}` : undefined)

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, and a section would be one landmark too many.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a pointer.
    <div role="group" className="guide-table" aria-label={name} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above.
              <th key={at} scope="col" className={sideOf(at)}>
                <Line inside={cell} {...shared} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above.
            <tr key={row}>
              {cells.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above.
                <td key={at} className={sideOf(at)}>
                  <Line inside={cell} {...shared} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type LineProps = Omit<GuideTextProps, 'blocks'> & { inside: readonly Inline[] }

function Line({ inside, ...shared }: LineProps): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: as above.
  return inside.map((part, place) => <Part key={place} part={part} {...shared} />)
}

function Part({ part, ...shared }: Omit<LineProps, 'inside'> & { part: Inline }): ReactNode {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'code':
      return <code dir="ltr">{part.text}</code>
    case 'strong':
      return (
        <strong>
          <Line inside={part.inside} {...shared} />
        </strong>
      )
    case 'em':
      return (
        <em>
          <Line inside={part.inside} {...shared} />
        </em>
      )
    case 'link':
      return (
        <a className="text-link" href={hrefOf(part.href, shared.locale)}>
          <bdi>
            <Line inside={part.inside} {...shared} />
          </bdi>
        </a>
      )
    case 'picture':
      return <Picture {...part} pictures={shared.pictures} />
    default:
      return <br />
  }
}

/** A picture that the shop has not got is there in its words. */
function Picture({ hash, alt, pictures }: { hash: string; alt: string; pictures: PictureSizes }) {
  const known = pictures[hash]
  if (!known) return alt
  const { width, height, type } = known

  return <img src={picturePath({ hash, type })} {...{ width, height }} alt={alt} loading="lazy" decoding="async" />
}

/** The headings of a long text, each a way to its part. */
export function GuideContents({ label, contents }: { label: string; contents: readonly ContentsEntry[] }) {
  if (contents.length === 0) return null

  return (
    <nav className="guide-contents" aria-label={label}>
      <p>{label}</p>
      <ul>
        {contents.map(({ id, text, level }) => (
          <li key={id} className={level > 2 ? 'guide-contents-deep' : undefined}>
            <a href={`#${id}`}>
              <bdi>{text}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Where a link leads from a text in a language: a path of the shop that names none is meant in this one. */
function hrefOf(address: string, locale: Locale): string {
  if (!address.startsWith('/')) return address
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/.exec(address) ?? []
  if (isPersonalPath(path)) return privatePath(locale, path)
  const first = path.split('/', 2)[1] ?? ''
  if (first === 'brand' || LOCALE_SHAPE.test(first)) return address

  return localePath(locale, path) + rest
}

function textOf(inside: readonly Inline[] | Inline): string {
  if ('kind' in inside) {
    if ('text' in inside) return inside.text

    return 'inside' in inside ? textOf(inside.inside) : ''
  }

  return inside.map(textOf).join('')
}
