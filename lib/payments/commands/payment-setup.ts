import 'server-only'
import { env, requireSetting } from '#lib/core/env.ts'
import {
  bankTransfer,
  noCharge,
  type PaymentProvider,
  type ProviderName,
  stripeProvider,
  testProvider,
} from '#lib/payments/providers/index.ts'
import {
  addPayout,
  endTransfer,
  findTransfer,
  listPayouts,
  listTransfers,
  openTransfer,
} from '#lib/payments/repository/bank-transfers.ts'
import { findGift } from '#lib/payments/repository/payments.ts'
import type { PaymentMethod } from '#lib/payments/rules/payment-method.ts'
import { isLoopback } from '#lib/provider/commands/pace.ts'

/** Every way to pay that buyers can be offered, in this order. */
export const PROVIDER_NAMES: readonly PaymentMethod[] = ['stripe', 'bank_transfer', 'test']

const SETUPS: Record<ProviderName, () => PaymentProvider> = { stripe, bank_transfer: transfer, test, no_charge: gift }

/** Tells whether the settings name this provider. Half a setup counts: making it then says what is missing. */
export function isNamedInSettings(name: ProviderName): boolean {
  if (name === 'stripe') return Boolean(env.STRIPE_SECRET_KEY || env.STRIPE_WEBHOOK_SECRET)
  if (name === 'no_charge') return true
  if (name === 'bank_transfer') return Boolean(env.BANK_TRANSFER_HOLDER || env.BANK_TRANSFER_ACCOUNT)

  return env.STORE_MODE === 'trial' && Boolean(env.TEST_PAYMENTS_URL)
}

/**
 * Makes a provider from the settings. Throws a sentence that names the setting when one is missing or must not be used:
 * test money never buys real cards, and real money never pays for cards of a stand-in.
 */
export function setUpProvider(name: ProviderName): PaymentProvider {
  return SETUPS[name]()
}

function test(): PaymentProvider {
  if (env.STORE_MODE === 'live') throw new Error('A live store takes no test payments.')

  return testProvider({
    baseUrl: requireSetting('TEST_PAYMENTS_URL'),
    key: requireSetting('TEST_PAYMENTS_KEY'),
    webhookSecret: requireSetting('TEST_PAYMENTS_WEBHOOK_SECRET'),
    webhookUrl: new URL('/api/webhooks/test-payments', env.PUBLIC_URL).href,
  })
}

function transfer(): PaymentProvider {
  requireSetting('BANK_TRANSFER_HOLDER')
  requireSetting('BANK_TRANSFER_ACCOUNT')
  const book = {
    open: openTransfer,
    find: findTransfer,
    end: endTransfer,
    list: listTransfers,
    payBack: addPayout,
    listPayouts,
  }

  return bankTransfer({ book, isTest: env.STORE_MODE === 'trial' })
}

function gift(): PaymentProvider {
  return noCharge({ find: findGift, isTest: env.STORE_MODE === 'trial' })
}

function stripe(): PaymentProvider {
  const secretKey = requireSetting('STRIPE_SECRET_KEY')
  assertKeyFits(secretKey)
  const apiBase = env.STRIPE_API_BASE
  if (apiBase && (env.STORE_MODE === 'live' || !isLoopback(apiBase))) {
    throw new Error('STRIPE_API_BASE is for trials, with a loopback address.')
  }
  const secrets = requireSetting('STRIPE_WEBHOOK_SECRET').split(',')
  const webhookSecrets = secrets.map((secret) => secret.trim()).filter((secret) => secret !== '')

  return stripeProvider({ secretKey, webhookSecrets, ...(apiBase ? { apiBase } : {}) })
}

function assertKeyFits(secretKey: string): void {
  const kind = /^(?:sk|rk)_(test|live)_/.exec(secretKey)?.[1]
  if (!kind) throw new Error('STRIPE_SECRET_KEY is no secret key of Stripe: those begin with sk_ or rk_.')
  const isTrial = env.STORE_MODE === 'trial' || isLoopback(env.RESELLER_API_URL)
  if (kind === 'live' && isTrial)
    throw new Error('STRIPE_SECRET_KEY takes real money, and this store sells no real cards.')
  if (kind === 'test' && !isTrial)
    throw new Error('STRIPE_SECRET_KEY takes test money, and this store sells real cards.')
}
