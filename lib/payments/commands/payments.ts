import 'server-only'
import { env, requireSetting } from '#lib/core/env.ts'
import { assertNoTransaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '#lib/core/rules/payment-method.ts'
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
import { isLoopback } from '#lib/provider/commands/throttle.ts'
import { readSettings } from '#lib/settings/repository/settings.ts'

const providers = new Map<string, PaymentProvider>()

/**
 * Returns the wired provider of this name, offered at the moment or not: earlier payments are still looked after.
 *
 * Throws `not_found` when this store has none, and an error that names the setting when it must not be used.
 */
export function paymentProvider(name: string): PaymentProvider {
  const known = providers.get(name)
  if (known) return known
  const found = ([...PAYMENT_METHODS, 'no_charge'] as const).find((one) => one === name)
  if (!found || (found !== 'test' && !isNamedInSettings(found))) {
    throw new AppError('not_found', 'This payment provider is not set up.')
  }
  const provider = guarded(setUpProvider(found))
  providers.set(name, provider)

  return provider
}

/**
 * Returns the ways to pay that this store offers, the usual one first: those of `PAYMENT_PROVIDERS`, otherwise every one
 * that is set up. Throws an error that names the setting when one of them is half set up or must not be used.
 */
export function paymentMethods(): PaymentMethod[] {
  const wanted = (env.PAYMENT_PROVIDERS ?? '').split(',').map((name) => name.trim())
  const names = wanted.filter((name) => name !== '')
  const chosen = names.length > 0 ? names : PAYMENT_METHODS.filter(isNamedInSettings)

  return chosen.map((name) => paymentProvider(name).name).flatMap((name) => (name === 'no_charge' ? [] : name))
}

/**
 * As `paymentMethods`, without what the owner has switched off: what a buyer may choose now for an order in a currency.
 * A transfer in another currency than the store's would arrive as another sum, so that it is left to stores which have no
 * other way.
 */
export async function offeredMethods(currency: string = env.STORE_CURRENCY): Promise<PaymentMethod[]> {
  const { 'payments.off': off } = await readSettings(['payments.off'])
  const offered = paymentMethods().filter((name) => !off?.includes(name))
  const exact = offered.filter((name) => name !== 'bank_transfer' || currency === env.STORE_CURRENCY)

  return exact.length > 0 ? exact : offered
}

/** Returns the way a new order is paid: the wanted one, or the usual one. Throws `bad_input`, or `till_closed` for none. */
export function choosePaymentMethod(
  input: PaymentMethod | undefined,
  offered: readonly PaymentMethod[] = paymentMethods(),
): PaymentMethod {
  const [usual, ...others] = offered
  if (!usual) throw new AppError('till_closed', 'No way to pay is set up.', { reason: 'no_payment_method' })
  if (input === undefined) return usual
  if (![usual, ...others].includes(input)) {
    throw new AppError('bad_input', 'This way to pay is not offered.', { fields: ['method'] })
  }

  return input
}

/** Tells whether money of this provider is test money in this store. */
export function isTestMoney(): boolean {
  return env.STORE_MODE === 'trial'
}

/** Puts another provider in the place of the wired one of its name: for a trial of a method that takes at once. */
export function setProvider(provider: PaymentProvider): void {
  providers.set(provider.name, guarded(provider))
}

/** Forgets wired providers, for a test that changes their addresses. */
export function forgetProviders(): void {
  providers.clear()
}

// Every verb but the reading of a webhook goes over the network, which is refused inside a transaction.
function guarded(provider: PaymentProvider): PaymentProvider {
  return new Proxy(provider, {
    get(target, property, receiver) {
      const value: unknown = Reflect.get(target, property, receiver)
      if (typeof value !== 'function' || property === 'parseWebhook') return value

      return (...args: unknown[]) => {
        assertNoTransaction(`Payment provider: ${String(property)}`)

        return value.apply(target, args)
      }
    },
  })
}

const SETUPS: Record<ProviderName, () => PaymentProvider> = { stripe, bank_transfer: transfer, test, no_charge: gift }

/** Tells whether the settings name this provider. Half a setup counts: making it then says what is missing. */
function isNamedInSettings(name: ProviderName): boolean {
  if (name === 'stripe') return Boolean(env.STRIPE_SECRET_KEY || env.STRIPE_WEBHOOK_SECRET)
  if (name === 'no_charge') return true
  if (name === 'bank_transfer') return Boolean(env.BANK_TRANSFER_HOLDER || env.BANK_TRANSFER_ACCOUNT)

  return env.STORE_MODE === 'trial' && Boolean(env.TEST_PAYMENTS_URL)
}

/**
 * Makes a provider from the settings. Throws a sentence that names the setting when one is missing or must not be used:
 * test money never buys real eSIMs, and real money never pays for eSIMs of a stand-in.
 */
function setUpProvider(name: ProviderName): PaymentProvider {
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

  const publishableKey = env.STRIPE_PUBLISHABLE_KEY
  if (publishableKey) assertKeysMatch(secretKey, publishableKey)

  return stripeProvider({
    secretKey,
    webhookSecrets,
    isEmbedded: Boolean(publishableKey),
    ...(apiBase ? { apiBase } : {}),
  })
}

/** Both keys are of the same account, which nobody can see, and for the same money, which their names tell. */
function assertKeysMatch(secretKey: string, publishableKey: string): void {
  const kind = /^pk_(test|live)_/.exec(publishableKey)?.[1]
  if (!kind) throw new Error('STRIPE_PUBLISHABLE_KEY is no key for browsers: those begin with pk_.')
  if (!secretKey.includes(`_${kind}_`)) {
    throw new Error('STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY are for different money: test and live.')
  }
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
