import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { failureMessage } from '#components/orders/failure-message.ts'
import { findReach } from '#lib/auth/client/admin-session.ts'
import { checkedFile } from '#lib/core/client/checked-file.ts'
import { changesOf, decideOn, type FieldEdits, markSent, settleEdits, typeInto } from '#lib/core/client/field-edits.ts'
import { filterOf, noteRead, placeRows, takeRows } from '#lib/core/client/kept-rows.ts'
import { isLostAnswer, mayReadAgain, RequestFailure, readReach, request, watchReach } from '#lib/core/client/request.ts'
import { type Field, hasInput, recordInput } from '#lib/core/client/unsaved.ts'
import { parseAmountInput } from '#lib/core/rules/amount-input.ts'
import { parseCsv } from '#lib/core/rules/csv.ts'
import english from '#messages/en/errors.json' with { type: 'json' }

type Edits = FieldEdits<string, string>

const NONE: Edits = {}
const SAME = (_: string, typed: string) => typed
const type = (edits: Edits, typed: string, stored: string) => typeInto(edits, { key: 'name', stored, typed })
const changes = (edits: Edits, name: string) => changesOf(settleEdits(edits, { name }), { name }, SAME)

describe('a field that somebody types into', () => {
  test('is a change of what was stored when they began', () => {
    const edits = type(type(NONE, 'M', 'Old'), 'Mine', 'Old')

    expect(changes(edits, 'Old')).toEqual([
      { key: 'name', value: 'Mine', seen: 'Old', theirs: 'Old', isConflict: false },
    ])
    expect(changes(type(edits, 'Old', 'Old'), 'Old')).toEqual([])
  })

  test('keeps what was typed when somebody else stores another value, and asks', () => {
    const edits = type(NONE, 'Mine', 'Old')

    expect(changes(edits, 'Theirs')).toMatchObject([{ value: 'Mine', seen: 'Old', theirs: 'Theirs', isConflict: true }])
    expect(changes(type(edits, 'Mine too', 'Theirs'), 'Theirs')).toMatchObject([{ seen: 'Old', isConflict: true }])
    expect(changes(edits, 'Mine')).toEqual([])
  })

  test('is saved over what somebody else stored once that was seen, or is left', () => {
    const edits = type(NONE, 'Mine', 'Old')
    const decided = (action: 'keep' | 'take') => decideOn(edits, { key: 'name', stored: 'Theirs', act: action })

    expect(changes(decided('keep'), 'Theirs')).toMatchObject([{ value: 'Mine', seen: 'Theirs', isConflict: false }])
    expect(decided('take')).toEqual({})
  })

  test('is done when what was saved comes back, also as the store writes it', () => {
    const sent = markSent(type(NONE, 'Mine ', 'Old'), [{ key: 'name', value: 'Mine ' }], SAME)

    expect(settleEdits(sent, { name: 'Old' })).toBe(sent)
    expect(settleEdits(sent, { name: 'Mine' })).toEqual({})
  })

  test('goes on from what was saved when more is typed before that has come back', () => {
    const sent = markSent(type(NONE, 'Mine', 'Old'), [{ key: 'name', value: 'Mine' }], SAME)
    const more = type(sent, 'Mine and more', 'Old')

    expect(changes(more, 'Mine')).toMatchObject([{ value: 'Mine and more', seen: 'Mine', isConflict: false }])
    expect(changes(settleEdits(more, { name: 'Mine' }), 'Theirs')).toMatchObject([{ isConflict: true }])
  })

  test('keeps what is typed while it is being saved', () => {
    const more = type(type(NONE, 'Mine', 'Old'), 'Mine and more', 'Old')
    const sent = markSent(more, [{ key: 'name', value: 'Mine' }], SAME)

    expect(changes(sent, 'Mine')).toMatchObject([{ value: 'Mine and more', seen: 'Mine', isConflict: false }])
  })
})

describe('kept rows', () => {
  /** What a page is made of, known by the selectors that it answers to. */
  class Part {
    parent: Part | null = null
    value = ''
    disabled = false
    readOnly = false
    dataset: Record<string, string> = {}
    isConnected = true
    readonly is: string
    parts: Part[]
    constructor(is: string, ...parts: Part[]) {
      this.is = is
      this.parts = parts
      for (const part of parts) part.parent = this
    }
    get children() {
      return this.parts
    }
    get childNodes() {
      return this.parts
    }
    matches = (selectors: string) => selectors.split(', ').some((one) => this.is.split(' | ').includes(one))
    all = (): Part[] => this.parts.flatMap((part) => [part, ...part.all()])
    querySelectorAll = (selectors: string) => this.all().filter((part) => part.matches(selectors))
    querySelector = (selectors: string) => this.querySelectorAll(selectors)[0] ?? null
    closest = (selectors: string): Part | null =>
      this.matches(selectors) ? this : (this.parent?.closest(selectors) ?? null)
    cloneNode = (): Part =>
      Object.assign(new Part(this.is, ...this.parts.map((part) => part.cloneNode())), { value: this.value })
    remove() {
      if (this.parent) this.parent.parts = this.parent.parts.filter((part) => part !== this)
    }
    replaceChildren(...parts: Part[]) {
      this.parts = parts
    }
  }

  const FILTER = 'form[action^="/admin"]'
  let main: Part

  beforeEach(() => {
    vi.useFakeTimers()
    vi.setSystemTime(1_000)
    vi.stubGlobal('document', { getElementById: () => main })
  })

  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  function page() {
    const search = new Part('input')
    const email = Object.assign(new Part('textarea'), { value: 'Dear' })
    const filter = new Part(FILTER, search, new Part('button'))
    const form = new Part('form', email, new Part('button'), new Part('select'))
    main = new Part(
      'main',
      new Part('#reach'),
      filter,
      new Part('.a-panel', form, new Part('dialog'), new Part('.a-going')),
    )

    return { search, email }
  }

  describe('a page that could not be read', () => {
    test('keeps what stood there before it, with the address and the time of its reading', () => {
      page()
      noteRead('/admin/orders')
      vi.setSystemTime(9_000)
      const kept = takeRows()

      expect(kept).toMatchObject({ from: '/admin/orders', at: 1_000, isNew: true })
      const [filter, panel] = (kept?.nodes ?? []) as unknown as Part[]
      expect(kept?.nodes).toHaveLength(2)
      expect(filter?.parts.map(({ disabled, readOnly }) => disabled || readOnly)).toEqual([false, false])
      expect(panel?.parts.map(({ is }) => is)).toEqual(['form'])
      expect(panel?.parts[0]?.parts.map(({ disabled, readOnly }) => [disabled, readOnly])).toEqual([
        [false, true],
        [true, false],
        [true, false],
      ])
    })

    test('keeps what was typed, which counts as typed on', () => {
      const { email } = page()
      noteRead('/admin/orders')
      recordInput(email as unknown as Field)
      const kept = takeRows()
      email.isConnected = false
      expect(hasInput()).toBe(false)

      const place = new Part('div')
      if (kept) placeRows(place as unknown as Element, kept)

      expect(place.querySelector('textarea')?.value).toBe('Dear')
      expect(hasInput()).toBe(true)
    })

    test('keeps what another one kept already, as old as it is', () => {
      page()
      noteRead('/admin/orders?tab=held')
      const row = new Part('tr')
      const place = Object.assign(new Part('[data-kept-at]', row), {
        dataset: { keptAt: '500', keptFrom: '/admin/orders' },
      })
      main = new Part('main', new Part('#unread'), place)

      expect(takeRows()).toEqual({ nodes: [row], typed: [], from: '/admin/orders', at: 500, isNew: false })
    })

    test('keeps nothing where nothing stood', () => {
      noteRead('/admin/orders')
      main = new Part('main', new Part('#reach'), new Part('#unread'))
      expect(takeRows()).toBeNull()

      vi.stubGlobal('document', undefined)
      expect(takeRows()).toBeNull()
    })
  })

  test.each([
    ['/admin/orders', { tab: 'held' }, '/admin/orders?tab=held'],
    ['/admin/orders', {}, '/admin/orders'],
    ['/api/admin/orders', { tab: 'held' }, null],
    [null, {}, null],
  ])('a form that sends to %s with %o asks for %s', (action, said, address) => {
    vi.stubGlobal('FormData', function read() {
      return Object.entries(said)
    })
    const form = { getAttribute: () => action } as unknown as HTMLFormElement

    expect(filterOf(form, null)).toBe(address)
  })
})

describe('reach', () => {
  afterEach(() => vi.unstubAllGlobals())

  /** The store answers so, or not at all. */
  function answer(status: number | null, body: unknown = '') {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    vi.stubGlobal('fetch', async () => {
      if (status === null) throw new TypeError('Failed to fetch')

      return new Response(text, { status })
    })
  }

  const refused = (code: string) => ({ error: { code, message: '' } })
  const send = () =>
    request('/api/admin/settings', { method: 'POST', body: {} }).catch((error: RequestFailure) => error.code)

  describe('a form that is sent', () => {
    test.each([
      ['while the store is out of reach', null, '', 'offline', 'unreachable'],
      ['while something before the store answers for it', 502, '<h1>Bad gateway</h1>', 'internal', 'unreachable'],
      ['after the session has ended', 401, refused('unauthenticated'), 'unauthenticated', 'signed_out'],
      ['by a role that may not', 403, refused('forbidden'), 'forbidden', 'good'],
    ] as const)('%s says so, and the page hears when it is over', async (_, status, body, code, reach) => {
      const heard: string[] = []
      const stop = watchReach(() => heard.push(readReach()))
      answer(status, body)

      expect([await send(), readReach()]).toEqual([code, reach])
      answer(200, { data: {} })
      await send()

      expect(heard).toEqual(reach === 'good' ? [] : [reach, 'good'])
      stop()
    })
  })

  describe('a request that no answer comes to', () => {
    const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)
    /** Ends as a browser ends it, when its signal says so. */
    const hang = ({ signal }: RequestInit) =>
      new Promise<never>((_, reject) =>
        signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
      )

    beforeEach(() => void vi.useFakeTimers())
    afterEach(() => void vi.useRealTimers())

    function ask(path: `/api/${string}`, signal?: AbortSignal) {
      const told: string[] = []
      request(path, { method: 'POST', ...(signal ? { signal } : {}) }).then(
        () => told.push('answered'),
        (error: Error) => told.push(error instanceof RequestFailure ? error.code : error.name),
      )

      return told
    }

    test.each([
      ['nothing', async (_: string, init: RequestInit) => hang(init)],
      [
        'the head of an answer',
        async (_: string, init: RequestInit) => ({ ok: true, json: async () => hang(init) }) as unknown as Response,
      ],
    ])('ends within a minute where %s comes, as if the store were out of reach', async (_, fetch) => {
      vi.stubGlobal('fetch', fetch)
      const told = ask('/api/orders')
      await seconds(55)
      expect(told).toEqual([])
      await seconds(10)

      expect([told, readReach()]).toEqual([['offline'], 'unreachable'])
    })

    test('is waited for by staff, whose acts take minutes', async () => {
      vi.stubGlobal('fetch', (_: string, init: RequestInit) => hang(init))
      const told = ask('/api/admin/orders')
      await seconds(300)

      expect(told).toEqual([])
      await seconds(600)
      expect(told).toEqual(['offline'])
    })

    test('ends at once where whoever asked wants that, and not as a failure of the store', async () => {
      vi.stubGlobal('fetch', (_: string, init: RequestInit) => hang(init))
      const left = new AbortController()
      const told = ask('/api/quotes', left.signal)
      left.abort()
      await seconds(0)

      expect(told).toEqual(['AbortError'])
    })

    test('leaves no clock running after an answer', async () => {
      answer(200, { data: {} })
      ask('/api/quotes')
      await seconds(0)

      expect(vi.getTimerCount()).toBe(0)
    })
  })

  describe('a page that reads itself again', () => {
    test.each([
      ['good', 200, { data: {} }],
      ['good', 403, refused('forbidden')],
      ['signed_out', 401, refused('unauthenticated')],
      ['unreachable', 500, refused('internal')],
      ['unreachable', null, ''],
    ] as const)('knows before that it is %s (%s)', async (reach, status, body) => {
      answer(status, body)

      expect(await findReach()).toBe(reach)
    })

    test('does not where that would lead away from it', () => {
      const may = (code: ConstructorParameters<typeof RequestFailure>[0]) => mayReadAgain(new RequestFailure(code))

      expect((['offline', 'internal', 'unauthenticated', 'store_unavailable'] as const).map(may)).not.toContain(true)
      expect((['conflict', 'forbidden', 'bad_input'] as const).map(may)).not.toContain(false)
    })
  })
})

test('whoever tried too often is told how long the server makes them wait', () => {
  const refused = new RequestFailure('rate_limited', { retryAfterSeconds: 2_341 })

  expect(failureMessage(refused)).toEqual(['failed.rate_limited', { minutes: 40 }])
  expect(english.unsure.rate_limited).toContain('Wait {minutes')
})

describe('An answer that was lost', () => {
  test.each(['offline', 'internal'] as const)('after %s nobody knows whether the act arrived', (code) => {
    expect(isLostAnswer(new RequestFailure(code))).toBe(true)
  })

  test('what is thrown besides says nothing about the act either', () => {
    expect(isLostAnswer(new TypeError('cut off'))).toBe(true)
  })

  test.each(['conflict', 'bad_input', 'rate_limited', 'forbidden', 'not_found'] as const)('%s is an answer', (code) => {
    expect(isLostAnswer(new RequestFailure(code))).toBe(false)
  })
})

test.each([
  ['12.40', 1240],
  ['12,40', 1240],
  ['12', 1200],
  [' 12.4 ', 1240],
  ['0,05', 5],
])('reads %j as %i cents', (text, minor) => {
  expect(parseAmountInput(text, 'USD')).toEqual({ minor, currency: 'USD' })
})

test('counts in the units of the currency', () => {
  expect(parseAmountInput('1200', 'JPY')).toEqual({ minor: 1200, currency: 'JPY' })
  expect(parseAmountInput('1.250', 'KWD')).toEqual({ minor: 1250, currency: 'KWD' })
})

test.each(['', '0', '-5', '12.405', '1,234', '1.500', '1.234,50', '12 40', '1e2', 'twelve', '12.40 USD'])(
  'refuses %j instead of guessing',
  (text) => {
    expect(parseAmountInput(text, 'USD')).toBeNull()
  },
)

test.each([
  ['1.000', 'JPY'],
  ['12,500', 'KWD'],
] as const)('refuses %j %s, which could be thousands as well', (text, currency) => {
  expect(parseAmountInput(text, currency)).toBeNull()
})

const unsaid = { said: null, profileStatus: null, expiresAt: null, canTopUp: null, hasDevice: null, esim: null }

test('what came of pasted numbers is a file with a row per entry, in the order of the paste', () => {
  const file = checkedFile([
    {
      text: '8948010000000000011',
      outcome: 'known',
      ...{ said: 'success', profileStatus: 'Enabled', expiresAt: '2027-03-03T14:12:00.000Z' },
      ...{ canTopUp: true, hasDevice: false },
      esim: { id: 'crd_1', orderId: 'ord_1', number: 'LF-TEST-0001' },
    },
    { ...unsaid, text: 'rubbish!', outcome: 'unreadable' },
  ])

  expect(parseCsv(file)).toEqual([
    ['pasted', 'outcome', 'said', 'profile', 'device_seen', 'takes_top_up', 'expires', 'order'],
    ['8948010000000000011', 'known', 'success', 'Enabled', 'no', 'yes', '2027-03-03T14:12:00.000Z', 'LF-TEST-0001'],
    ['rubbish!', 'unreadable', '', '', '', '', '', ''],
  ])
})

test('neither an entry of the paste nor words of the network run as a formula in a spreadsheet', () => {
  const file = checkedFile([{ ...unsaid, text: '=1+1', outcome: 'unknown', said: '@SUM(1)' }])

  expect(parseCsv(file)?.[1]?.slice(0, 3)).toEqual(["'=1+1", 'unknown', "'@SUM(1)"])
})
