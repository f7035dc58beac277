import { describe, expect, test } from 'vitest'
import { type OrderQuestion, orderPages } from '#lib/provider/commands/order-pages.ts'
import { redownloadOrder, searchOrders, searchOrdersLegacy } from '#lib/provider/index.ts'
import {
  type ProviderOrderPage,
  type ProviderOrderRow,
  toProviderOrderState,
} from '#lib/provider/rules/provider-order.ts'
import { anAnswer, aProvider } from '#tests/unit/provider/stub-provider.ts'

const orderNum = 'EP20260101000001'

function read(data: unknown) {
  return aProvider([anAnswer({ code: '0', data })]).call(redownloadOrder, { orderNum })
}

function search(data: unknown) {
  return aProvider([anAnswer({ code: '0', data })]).call(searchOrders, { orderNum })
}

describe('an order', () => {
  test('is read with its cards, and the false friends get their own names', async () => {
    const order = await read({
      orderNum,
      display: 'Japan 3GB',
      purchaseDate: '2026-01-01 10:00:00 (GMT+8)',
      count: 1,
      price: '4.50',
      status: 0,
      renewal: false,
      renew: 0,
      priceId: 301,
      renewOrderNum: ['EP2', null, ''],
      outerOrderid: 'line',
      outerItemid: 'attempt',
      cardApiDtoList: [
        {
          iccid: '8948010000000000001',
          data: '3GB',
          validity: 30,
          sm_dp_address: 'rsp.example.com',
          activationCode: 'K2-9F4A',
          code: ' LPA:1$rsp.example.com$K2-9F4A\n',
          mobileNumber: '',
          activateBefore: '2026-06-30 (GMT+8)',
          usedMB: '12.5',
        },
      ],
    })

    expect(order).toEqual({
      orderNum,
      skuName: 'Japan 3GB',
      count: 1,
      total: '4.5',
      status: 0,
      isTopUp: false,
      mainOrderNum: null,
      priceId: 301,
      itemRef: 'line',
      esims: [
        {
          iccid: '8948010000000000001',
          activationCode: ' LPA:1$rsp.example.com$K2-9F4A\n',
          smdpAddress: 'rsp.example.com',
          matchingId: 'K2-9F4A',
          activateBefore: '2026-06-30',
        },
      ],
    })
  })

  test('may be a bare number, of which nothing else is known', async () => {
    expect(await read(orderNum)).toMatchObject({
      orderNum,
      count: null,
      total: null,
      status: null,
      isTopUp: null,
      esims: [],
    })
  })

  test.each(['otherOrderId', 'outerOrderid', 'outerOrderId'])('finds our reference as %s', async (name) => {
    expect(await read({ orderNum, [name]: 'line' })).toMatchObject({ itemRef: 'line' })
  })

  test.each([
    [{ renewal: true, renew: 0 }, true],
    [{ renew: 1 }, true],
    [{ renew: '0' }, false],
    [{ renew: 2 }, null],
    [{}, null],
  ])('with %j is a top-up: %j', async (fields, isTopUp) => {
    expect(await read({ orderNum, ...fields })).toMatchObject({ isTopUp })
  })

  test('keeps an unknown state as its number', async () => {
    expect(await read({ orderNum, status: '5' })).toMatchObject({ status: 5 })
  })
})

test.each([
  [0, 'active'],
  [2, 'cancelled'],
  [4, 'partly_cancelled'],
  [1, 'unknown'],
  [5, 'unknown'],
  [null, 'unknown'],
])('the state %j stands for %s', (status, orderState) => {
  expect(toProviderOrderState(status)).toBe(orderState)
})

describe('a search', () => {
  const row = {
    orderNum,
    skuId: 26,
    skuName: 'Japan',
    count: 1,
    createTime: '2026-01-01 10:00:00.0',
    status: 0,
    totle: '4.50',
    cardType: 0,
    flowType: 0,
    renew: 0,
    pflag: true,
    packageList: [
      { id: 9, flows: 3, unit: 'GB', days: 30, usedMb: '0', beginDate: null, status: 0, iccid: '8948010000000000001' },
    ],
  }

  test('gives rows under our names', async () => {
    expect(await search({ total: 1, page: 1, rows: [row] })).toEqual({
      total: 1,
      page: 1,
      unreadable: 0,
      rows: [
        {
          orderNum,
          skuId: 26,
          skuName: 'Japan',
          count: 1,
          createdAt: new Date('2026-01-01T02:00:00Z'),
          status: 0,
          total: '4.5',
          isTopUp: false,
          plans: [
            {
              id: '9',
              name: null,
              iccid: '8948010000000000001',
              dataAmount: { value: 3, unit: 'GB' },
              validityDays: 30,
              usedMb: 0,
              usedForm: 'text',
              status: 0,
              beginsAt: null,
              endsAt: null,
              isDayPass: null,
            },
          ],
        },
      ],
    })
  })

  test.each([
    [{ usedMb: 12 }, 12],
    [{ usedMb: '12.5' }, 12.5],
    [{ usedMb: undefined, usedMB: '7' }, 7],
    [{ usedMb: null }, null],
    [{ usedMb: '' }, null],
    [{ usedMb: '-' }, null],
    [{ usedMb: -1 }, null],
  ])('with the usage %j reports %j, and what was not reported is not zero', async (fields, usedMb) => {
    const plan = { ...row.packageList[0], ...fields }
    const page = await search({ total: 1, page: 1, rows: [{ ...row, packageList: [plan] }] })

    expect(page.rows[0]?.plans[0]?.usedMb).toBe(usedMb)
  })

  test.each([
    ['null', null],
    ['nothing', undefined],
    ['an empty object', {}],
    ['null rows', { rows: null }],
  ])('whose data is %s does not claim that there is no order', async (_name, data) => {
    expect(await search(data)).toEqual({ total: null, page: null, rows: [], unreadable: 0 })
  })

  test.each([
    ['a text', 'none'],
    ['rows of another type', { total: 0, rows: { list: 0 } }],
  ])('whose data is %s is an error', async (_name, data) => {
    await expect(search(data)).rejects.toMatchObject({ kind: 'bad_response' })
  })

  test('counts rows that cannot be read instead of dropping them in silence', async () => {
    const page = await search({ total: '4', page: 1, rows: [row, { ...row, orderNum: null }, 7, null] })

    expect(page).toMatchObject({ total: 4, unreadable: 3 })
    expect(page.rows).toHaveLength(1)
  })

  test('in the legacy list echoes our references in both spellings', async () => {
    const created = { from: '2026-01-01' as never, to: '2026-01-02' as never }
    const rows = [
      { orderid: orderNum, outerOrderId: 'line' },
      { orderid: orderNum, outerOrderid: 'line' },
    ]

    const page = await aProvider([anAnswer({ code: '0', data: { total: 2, page: 1, rows } })]).call(
      searchOrdersLegacy,
      { created },
    )

    expect(page.rows).toMatchObject([
      {
        orderNum,
        itemRef: 'line',
      },
      { orderNum, itemRef: 'line' },
    ])
  })
})

describe('order pages', () => {
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
})
