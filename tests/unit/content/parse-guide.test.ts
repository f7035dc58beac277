import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseGuide } from '#lib/content/markdown/parse-guide.ts'
import { type Block, contentsOf, type Inline } from '#lib/content/rules/guide-document.ts'

const HASH = 'abcdefghijklmnopqrstuv'

/** Everything that a reader sees of a document, in one text, and every address that it leads to. */
function seen(blocks: readonly Block[]): { text: string; addresses: string[] } {
  const addresses: string[] = []
  const line = (inside: readonly Inline[]): string =>
    inside
      .map((part) => {
        if (part.kind === 'link') addresses.push(part.href)
        if (part.kind === 'text' || part.kind === 'code') return part.text
        if (part.kind === 'picture') return part.alt

        return 'inside' in part ? line(part.inside) : '\n'
      })
      .join('')
  const block = (one: Block): string => {
    switch (one.kind) {
      case 'heading':
      case 'paragraph':
        return line(one.inside)
      case 'list':
        return one.items.flat().map(block).join('\n')
      case 'table':
        return [one.head, ...one.rows].flat().map(line).join('\n')
      case 'quote':
        return one.inside.map(block).join('\n')
      case 'code':
        return one.text
      case 'picture':
        return `${one.alt}\n${one.caption ?? ''}`
      case 'questions':
        return one.items.map(({ question, answer }) => [question, ...answer.map(block)].join('\n')).join('\n')
      default:
        return ''
    }
  }

  return { text: blocks.map(block).join('\n'), addresses }
}

const problems = (text: string) => parseGuide(text).problems.map(({ kind, line }) => `${line} ${kind}`)

describe('a text in Markdown', () => {
  test('becomes headings, lists, tables, quotes, links, pictures and code', () => {
    const text = [
      ...['# Arriving', '', 'Take *the* **train** [to town](/destinations/japan).', '', '3. one', '4. two', ''],
      ...['| a | b |', '|---|--:|', '| 1 | `x` |', '', '> Said.', '', '```sh', 'ls <b>', '```', ''],
      ...[`![The gate](/brand/${HASH}.png "At dawn")`, '', '---'],
    ]
    expect(parseGuide(text.join('\n'))).toMatchObject({
      blocks: [
        { kind: 'heading', level: 2, id: 'arriving', text: 'Arriving' },
        {
          kind: 'paragraph',
          inside: [
            { kind: 'text', text: 'Take ' },
            { kind: 'em' },
            { kind: 'text', text: ' ' },
            { kind: 'strong' },
            { kind: 'text', text: ' ' },
            { kind: 'link', href: '/destinations/japan', inside: [{ kind: 'text', text: 'to town' }] },
            { kind: 'text', text: '.' },
          ],
        },
        { kind: 'list', start: 3, isTight: true },
        { kind: 'table', align: [null, 'right'] },
        { kind: 'quote' },
        { kind: 'code', text: 'ls <b>' },
        { kind: 'picture', hash: HASH, alt: 'The gate', caption: 'At dawn' },
        { kind: 'line' },
      ],
      problems: [],
      links: [{ path: '/destinations/japan', line: 3 }],
      pictures: [{ hash: HASH, line: 18 }],
    })
  })

  test.each([
    ['<script>alert(1)</script>', '1 html'],
    ['A <b onclick="x()">word</b>.', '1 html'],
    ['[here](javascript:alert(1))', '1 link'],
    ['[here](JaVaScRiPt:alert(1))', '1 link'],
    ['[here](data:text/html,x)', '1 link'],
    ['[here](//evil.example)', '1 link'],
    ['[here](/\\evil.example)', '1 link'],
    ['[here][x]\n\n[x]: vbscript:x', '1 link'],
    ['<javascript:alert(1)>', '1 link'],
    [`![](/brand/${HASH}.png)`, '1 alt'],
    ['![A cat](https://cats.example/cat.png)', '1 picture'],
    [':::plan japan', '1 block'],
    [':::plans Japan!', '1 block'],
    ['Text.\n\n:::questions\n## Why?\nSo.', '3 open'],
    [':::questions\nNo question.\n:::', '1 block'],
  ])('names what it does not show: %s', (text, problem) => {
    expect(problems(text)).toContain(problem)
  })

  test.each([
    '<script>alert(1)</script>',
    'A <b onclick="x()">word</b>.',
    '[here](javascript:alert(1))',
    '![A cat](https://cats.example/cat.png)',
  ])('loses nothing of what it refuses: %s', (text) => {
    expect(seen(parseGuide(text).blocks).text).toBe(text)
  })

  test('leads nowhere but to the shop, other sites, mail, telephones and its own parts, whatever is written', () => {
    const part = fc.constantFrom(
      ...['[', ']', '(', ')', '<', '>', '!', '`', '*', '\n', ' ', ':', '"', '\\', '&#106;', '&colon;', 'x', '|', '- '],
      ...[
        'javascript:',
        'data:',
        'JAVASCRIPT&colon;',
        '//evil',
        '/\\evil',
        'https://a.example',
        '/help',
        '#a',
        ':::plans x',
      ],
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        for (const address of seen(parseGuide(parts.join('')).blocks).addresses) {
          expect(address).toMatch(/^(https?:\/\/|mailto:|tel:|#|\/(?![/\\]))/i)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  test('shows entities as letters, and links by a name', () => {
    const { blocks } = parseGuide('Salt &amp; &copy; [there][x]\n\n[x]: https://a.example')
    expect(seen(blocks)).toEqual({ text: 'Salt & © there', addresses: ['https://a.example'] })
  })
})

describe('headings', () => {
  test('begin below the title of the page, skip no level, and are told apart', () => {
    const { blocks } = parseGuide('### One\n\n##### Deep\n\n### One\n\n### الوصول\n\n### !')
    expect(blocks.map((block) => block.kind === 'heading' && [block.level, block.id])).toEqual([
      [2, 'one'],
      [3, 'deep'],
      [2, 'one-2'],
      [2, 'الوصول'],
      [2, 'part'],
    ])
  })

  test('make a table of contents when there are more than three', () => {
    expect(contentsOf(parseGuide('# a\n\n# b\n\n# c').blocks)).toEqual([])
    expect(contentsOf(parseGuide('# a\n\n# b\n\n## c\n\n### d\n\n# e').blocks).map(({ id }) => id)).toEqual([
      'a',
      'b',
      'c',
      'e',
    ])
  })
})

describe('blocks of the shop', () => {
  test('stand on lines of their own, also without empty lines around them', () => {
    const { blocks, places } = parseGuide('Before.\n:::plans japan\nAfter.\n:::phone')
    expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'plans', 'paragraph', 'phone'])
    expect(places).toEqual([{ slug: 'japan', line: 2 }])
  })

  test('are text inside of code', () => {
    expect(parseGuide('~~~\n:::plans japan\n~~~').blocks).toEqual([{ kind: 'code', text: ':::plans japan' }])
  })

  test('of an unknown name show nothing', () => {
    expect(parseGuide(':::video x').blocks).toEqual([])
  })

  test('fold questions with their answers, and what is wrong inside has its line', () => {
    const { blocks, problems: found } = parseGuide(
      ':::questions\n## Why?\nSo.\n\n- <i>x</i>\n\n## How?\nThus.\n:::\nEnd.',
    )
    expect(blocks).toMatchObject([
      {
        kind: 'questions',
        items: [
          { question: 'Why?', answer: [{ kind: 'paragraph' }, { kind: 'list' }] },
          { question: 'How?', answer: [{ kind: 'paragraph' }] },
        ],
      },
      { kind: 'paragraph' },
    ])
    expect(found.map(({ kind, line }) => [kind, line])).toEqual([
      ['html', 5],
      ['html', 5],
    ])
  })
})
