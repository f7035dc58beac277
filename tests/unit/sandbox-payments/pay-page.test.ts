import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aRequest } from '#tests/support/payment-request.ts'
import { type Bench, startBench } from './bench.ts'
import { readLedger } from './orders.ts'

let bench: Bench

beforeEach(async () => {
  bench = await startBench()
})

afterEach(() => bench.close())

async function openPage(overrides = {}) {
  const { url, sessionId } = await bench.provider.createSession(aRequest(overrides))
  const page = url ?? ''

  return {
    sessionId,
    show: async () => {
      const response = await fetch(page)

      return { response, html: await response.text() }
    },
    press: (button: string) =>
      fetch(page, { method: 'POST', body: new URLSearchParams({ [button]: '1' }), redirect: 'manual' }),
  }
}

describe('the payment page', () => {
  test('says that no money moves, what is paid for and how much', async () => {
    const { html } = await (await openPage()).show()

    expect(html).toContain('Test payment: no money moves')
    expect(html).toContain('LF-7Q2K')
    expect(html).toContain('12.40 EUR')
    for (const name of ['success', 'decline', 'cancel']) expect(html).toContain(`<button name="${name}"`)
  })

  test('runs no script and lets its form lead nowhere but here and back to the shop', async () => {
    const { response, html } = await (await openPage()).show()
    const policy = response.headers.get('content-security-policy') ?? ''

    expect(html).not.toMatch(/<script|\son\w+=/)
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("form-action 'self' https://shop.example;")
    expect(policy).not.toContain('unsafe')
  })

  test('shows text of the shop as text', async () => {
    const { html } = await (await openPage({ description: '<img src=x onerror="a">' })).show()

    expect(html).toContain('&lt;img src=x onerror=&quot;a&quot;&gt;')
  })

  test('holds the money and sends the buyer back', async () => {
    const page = await openPage()

    const response = await page.press('success')

    expect([response.status, response.headers.get('location')]).toEqual([303, 'https://shop.example/return'])
    expect((await bench.provider.readPayment(page))?.state).toBe('authorised')
  })

  test('pays once when it is submitted twenty times', async () => {
    const page = await openPage()
    await page.press('success')

    const responses = await Promise.all(Array.from({ length: 20 }, () => page.press('success')))
    await page.press('decline')

    expect(responses.every((response) => response.headers.get('location') === 'https://shop.example/return')).toBe(true)
    expect((await bench.provider.readPayment(page))?.state).toBe('authorised')
    expect((await bench.control('GET', 'events')).events).toHaveLength(1)
    expect((await page.show()).html).toContain('This order is paid')
  })

  test('declines for good and sends the buyer back to checkout', async () => {
    const page = await openPage()

    const response = await page.press('decline')
    await page.press('success')

    expect(response.headers.get('location')).toBe('https://shop.example/checkout')
    expect(await bench.provider.readPayment(page)).toMatchObject({ state: 'failed', declineCode: 'generic_decline' })
    expect((await readLedger(bench)).captures).toEqual([])
  })

  test('changes nothing when the buyer turns back', async () => {
    const page = await openPage()

    const response = await page.press('cancel')

    expect(response.headers.get('location')).toBe('https://shop.example/checkout')
    expect((await bench.provider.readPayment(page))?.state).toBe('open')
  })

  test('says that it has expired, and takes no money then', async () => {
    const page = await openPage()
    await bench.control('POST', 'clock', { advanceMs: 15 * 60_000 + 1 })

    const response = await page.press('success')

    expect(response.headers.get('location')).toBe(`${bench.url}/pay/${page.sessionId}`)
    expect((await page.show()).html).toContain('This payment page has expired')
    expect((await bench.provider.readPayment(page))?.state).toBe('expired')
  })

  test('refuses a way back that is not a web address', async () => {
    const response = await bench.api('POST', 'sessions', {
      amount: 1,
      currency: 'EUR',
      reference: 'R',
      successUrl: 'javascript:alert(1)',
      cancelUrl: 'https://shop.example/',
      expiresAt: '2099-01-01T00:00:00Z',
    })

    expect(response.status).toBe(400)
  })
})

test('D20 money that comes after the end is booked, for somebody to give back', async () => {
  const page = await openPage()
  await bench.provider.expireSession({ key: 'e', sessionId: page.sessionId })

  await bench.control('POST', `sessions/${page.sessionId}/pay`)

  expect((await bench.provider.readPayment(page))?.state).toBe('authorised')
})
