import { describe, expect, test } from 'vitest'
import { type OrderQuestion, orderPages } from '#lib/provider/commands/order-pages.ts'
import type { ProviderOrderPage, ProviderOrderRow } from '#lib/provider/rules/provider-order.ts'

type Page = ProviderOrderPage<ProviderOrderRow>

const row = (orderNum: string) => ({ orderNum }) as ProviderOrderRow
const page = (orderNums: string[], facts: Partial<Page> = {}): Page => ({
  ...{ total: null, page: null, unreadable: 0 },
  ...facts,
  rows: orderNums.map(row),
})

/** Reads pages that come in turn, the last one again and again. */
async function read(pages: Page[], question: OrderQuestion = {}) {
  const asked: number[] = []
  const rows: string[] = []
  let end = { isEnd: false, isWhole: false }
  const fetch = async () => {
    asked.push(asked.length + 1)

    return pages[Math.min(asked.length, pages.length) - 1] ?? page([])
  }
  for await (const { rows: fresh, isEnd, isWhole } of orderPages(question, fetch)) {
    rows.push(...fresh.map(({ orderNum }) => orderNum))
    end = { isEnd, isWhole }
  }

  return { rows: rows.join(''), calls: asked.length, ...end }
}

describe('the list of orders', () => {
  test.each([
    { what: 'empty by its total', pages: [page([], { total: 0 })], rows: '', isEnd: true, isWhole: true },
    { what: 'empty without one', pages: [page([])], rows: '', isEnd: true, isWhole: false },
    {
      what: 'on pages shorter than asked for',
      pages: [page(['a', 'b'], { total: 3 }), page(['c'], { total: 3 })],
      ...{ rows: 'abc', isEnd: true, isWhole: true },
    },
    {
      what: 'without a total, to an empty page',
      pages: [page(['a', 'b']), page(['c']), page([])],
      ...{ rows: 'abc', isEnd: true, isWhole: true },
    },
    { what: 'that shows one page only', pages: [page(['a', 'b'])], rows: 'ab', isEnd: true, isWhole: false },
    {
      what: 'with an order that cannot be read',
      pages: [page(['a'], { total: 2, unreadable: 1 })],
      ...{ rows: 'a', isEnd: true, isWhole: false },
    },
    { what: 'shorter than its total', pages: [page(['a'], { total: 2 })], rows: 'a', isEnd: false, isWhole: false },
    {
      what: 'pushed on by an order that came meanwhile',
      pages: [
        page(['a', 'b'], { total: 3 }),
        page(['b', 'c'], { total: 4 }),
        page([], { total: 4 }),
        page(['n', 'a'], { total: 4 }),
      ],
      ...{ rows: 'abcn', isEnd: true, isWhole: true },
    },
  ])('$what', async ({ pages, what: _, ...expected }) => {
    expect(await read(pages)).toMatchObject(expected)
  })

  test('of one eSIM is given up after ten pages: it is that of everybody', async () => {
    const pages = Array.from({ length: 30 }, (_, n) => page([`${n} `], { total: 3_000 }))
    const iccid = '8948010000000000001' as never

    expect(await read(pages, { iccid })).toMatchObject({ calls: 10, isEnd: false, isWhole: false })
    expect((await read(pages)).rows).toContain('29 ')
  })
})
