import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { filterOf, noteRead, placeRows, takeRows } from '#lib/core/client/kept-rows.ts'
import { type Field, isTyped, noteTyped } from '#lib/core/client/typing.ts'

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
    noteTyped(email as unknown as Field)
    const kept = takeRows()
    email.isConnected = false
    expect(isTyped()).toBe(false)

    const place = new Part('div')
    if (kept) placeRows(place as unknown as Element, kept)

    expect(place.querySelector('textarea')?.value).toBe('Dear')
    expect(isTyped()).toBe(true)
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
