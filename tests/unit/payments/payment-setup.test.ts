import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { forgetEnvironment } from '#lib/core/env.ts'
import {
  choosePaymentMethod,
  forgetProviders,
  paymentMethods,
  paymentProvider,
} from '#lib/payments/commands/payments.ts'

const TRIAL = { STORE_MODE: 'trial', RESELLER_API_URL: 'http://127.0.0.1:4010' }
const LIVE = { STORE_MODE: 'live', RESELLER_API_URL: 'https://api.example.com' }
const TEST = { TEST_PAYMENTS_URL: 'http://127.0.0.1:4020', TEST_PAYMENTS_KEY: 'k', TEST_PAYMENTS_WEBHOOK_SECRET: 's' }
const BANK = { BANK_TRANSFER_HOLDER: 'Landfall Ltd', BANK_TRANSFER_ACCOUNT: 'DE00 0000 0000' }
const STRIPE = { STRIPE_WEBHOOK_SECRET: 'whsec_1' }
const TEST_KEY = { ...STRIPE, STRIPE_SECRET_KEY: 'sk_test_1' }
const LIVE_KEY = { ...STRIPE, STRIPE_SECRET_KEY: 'rk_live_1' }

const before = { ...process.env }
function settings(...parts: Record<string, string>[]): void {
  Object.assign(process.env, ...parts)
  forgetEnvironment()
  forgetProviders()
}

beforeEach(() => settings(TRIAL))

afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  settings(before as Record<string, string>)
})

describe('the ways to pay that are offered', () => {
  test('are those that are set up, the usual one first', () => {
    settings(TEST)
    expect(paymentMethods()).toEqual(['test'])
    settings(BANK, TEST_KEY)
    expect(paymentMethods()).toEqual(['stripe', 'bank_transfer', 'test'])
    expect([choosePaymentMethod(undefined), choosePaymentMethod('bank_transfer')]).toEqual(['stripe', 'bank_transfer'])
  })

  test('are those that were named, in their order; the others are still read', () => {
    settings(TEST, BANK, TEST_KEY, { PAYMENT_PROVIDERS: 'bank_transfer, stripe' })

    expect(paymentMethods()).toEqual(['bank_transfer', 'stripe'])
    expect(() => choosePaymentMethod('test')).toThrow(expect.objectContaining({ code: 'bad_input' }))
    expect(paymentProvider('test').name).toBe('test')
  })

  test('close the till when there is none', () => {
    settings(LIVE)

    expect(paymentMethods()).toEqual([])
    expect(() => choosePaymentMethod(undefined)).toThrow(expect.objectContaining({ code: 'till_closed' }))
  })

  test.each([
    ['a name that nobody knows', { PAYMENT_PROVIDERS: 'paypal' }, 'not set up'],
    ['one that is not set up', { PAYMENT_PROVIDERS: 'bank_transfer' }, 'not set up'],
    ['Stripe without the secret of its events', { STRIPE_SECRET_KEY: 'sk_test_1' }, 'STRIPE_WEBHOOK_SECRET'],
    ['Stripe without its key', STRIPE, 'STRIPE_SECRET_KEY'],
    ['Stripe with a key for browsers', { ...STRIPE, STRIPE_SECRET_KEY: 'pk_test_1' }, 'STRIPE_SECRET_KEY'],
    [
      'a key for browsers that is none',
      { ...STRIPE, STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'sk_test_1' },
      'STRIPE_PUBLISHABLE_KEY',
    ],
    [
      'a key for browsers for other money',
      { ...STRIPE, STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' },
      'different money',
    ],
    ['a transfer without an account', { BANK_TRANSFER_HOLDER: 'Landfall Ltd' }, 'BANK_TRANSFER_ACCOUNT'],
  ])('are refused with %s', (_what, wrong, word) => {
    settings(wrong)

    expect(() => paymentMethods()).toThrow(word)
  })
})

describe('test money and real money', () => {
  test.each([
    ['test payments in a live store', [LIVE, TEST, { PAYMENT_PROVIDERS: 'test' }], 'no test payments'],
    ['a live key in a trial store', [TRIAL, LIVE_KEY], 'real money'],
    [
      'a live key in front of an upstream on this machine',
      [LIVE, LIVE_KEY, { RESELLER_API_URL: 'https://localhost' }],
      'real money',
    ],
    ['a test key in a live store', [LIVE, TEST_KEY], 'test money'],
    [
      'a stand-in of Stripe in a live store',
      [LIVE, LIVE_KEY, { STRIPE_API_BASE: 'http://127.0.0.1:1' }],
      'STRIPE_API_BASE',
    ],
    [
      'a stand-in of Stripe elsewhere',
      [TRIAL, TEST_KEY, { STRIPE_API_BASE: 'https://evil.example' }],
      'STRIPE_API_BASE',
    ],
  ])('are kept apart: %s', (_what, parts, word) => {
    settings(...parts)

    expect(() => paymentMethods()).toThrow(word)
  })

  test('meet only their like', () => {
    settings(TRIAL, TEST_KEY)
    expect(paymentProvider('stripe').name).toBe('stripe')
    settings(LIVE, LIVE_KEY, TEST)
    expect(paymentMethods()).toEqual(['stripe'])
    expect(() => paymentProvider('test')).toThrow('no test payments')
  })
})
