import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { lastHeardAt, noteReach, readReach } from '#lib/core/client/request.ts'
import { guardLeaving } from '#lib/core/client/unsaved.ts'

/** A link or a filter on a page that is all there is; counts how often it was let go on. */
class OnPage extends EventTarget {
  readonly origin = 'https://store.example'
  pressed = 0
  readonly target: string
  readonly href: string
  constructor(target = '', href = '/admin/orders') {
    super()
    this.target = target
    this.href = href
  }
  closest = () => this
  getAttribute = () => this.href
  click = () => {
    this.pressed += 1
  }
  requestSubmit = this.click
}

let hasInput = false
let held = 0
const ends: (() => void)[] = []

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://store.example' })
  hasInput = false
  held = 0
})

afterEach(() => {
  for (const end of ends.splice(0)) end()
  noteReach('good')
  vi.unstubAllGlobals()
})

function answer(status: number | null, body: object = { data: {} }) {
  vi.stubGlobal('fetch', async () => {
    if (status === null) throw new TypeError('Failed to fetch')

    return Response.json(body, { status })
  })
}

/** Presses something on the page, and tells whether the press was held back. */
async function press(on: OnPage, kind: 'click' | 'submit' = 'click', how: object = {}): Promise<boolean> {
  ends.push(guardLeaving(on, { hasInput: () => hasInput, onIntercepted: () => void held++ }))
  const event = Object.assign(new Event(kind, { cancelable: true }), { button: 0, ...how })
  on.dispatchEvent(event)
  await new Promise((done) => setTimeout(done, 5))

  return event.defaultPrevented
}

describe('a press while the store does not answer', () => {
  beforeEach(() => noteReach('unreachable'))

  test.each(['click', 'submit'] as const)('%s keeps the page, and goes on once it answers', async (kind) => {
    const on = new OnPage()
    answer(null)
    expect([await press(on, kind), on.pressed, held]).toEqual([true, 0, 1])

    for (const end of ends.splice(0)) end()
    answer(200)
    expect([await press(on, kind), on.pressed, held, readReach()]).toEqual([true, 1, 1, 'good'])
  })

  test('goes on where the store answers that it has failed: the page behind the link may do better', async () => {
    const on = new OnPage()
    answer(500, { error: { code: 'internal', message: '', requestId: 'req_1' } })

    expect([await press(on), on.pressed, held]).toEqual([true, 1, 0])
  })

  test.each([
    ['another tab', new OnPage('_blank'), {}],
    ['a tab of its own', new OnPage(), { ctrlKey: true }],
    ['a part of the page', new OnPage('', '#letters'), {}],
  ])('that opens %s is no leaving', async (_, on, how) => {
    answer(null)

    expect(await press(on, 'click', how)).toBe(false)
  })

  test('of a form that sends by itself is its own matter', async () => {
    expect(await press(new OnPage('', ''), 'submit')).toBe(false)
  })
})

test('signed out, a page is kept only for what was typed into it', async () => {
  answer(401, { error: { code: 'unauthenticated', message: '', requestId: 'req_1' } })
  noteReach('signed_out')

  expect(await press(new OnPage())).toBe(false)
  hasInput = true
  expect(await press(new OnPage())).toBe(true)
})

test('a page that can be read is not kept, and one that goes offline knows at once how old it is', async () => {
  hasInput = true
  const page = new OnPage()
  const before = Date.now()
  noteReach('good')

  expect(await press(page)).toBe(false)
  page.dispatchEvent(new Event('offline'))

  expect(readReach()).toBe('unreachable')
  expect(lastHeardAt()).toBeGreaterThanOrEqual(before)
  expect(lastHeardAt()).toBeLessThanOrEqual(Date.now())
})
