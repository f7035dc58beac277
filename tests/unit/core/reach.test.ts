import { afterEach, describe, expect, test, vi } from 'vitest'
import { findReach } from '#lib/auth/client/admin-session.ts'
import { ask, mayReadAgain, RequestFailure } from '#lib/core/client/ask.ts'
import { readReach, watchReach } from '#lib/core/client/reach.ts'

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
const send = () => ask('/api/admin/settings', { method: 'POST', body: {} }).catch((error: RequestFailure) => error.code)

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
