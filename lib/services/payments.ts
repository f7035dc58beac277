import 'server-only'
import { assertNoTransaction } from '#lib/db/client.ts'
import { env, requireSetting } from '#lib/env.ts'
import { type PaymentProvider, type ProviderName, testProvider } from '#lib/payments/index.ts'

const providers = new Map<string, PaymentProvider>()

/**
 * Returns the wired provider of this name. Throws when this store has none, or must not use it.
 *
 * `test` exists in a trial store only: test money must never buy real cards.
 */
export function paymentProvider(name: string): PaymentProvider {
  const known = providers.get(name)
  if (known) return known
  if (name !== 'test') throw new Error('This payment provider is not set up.')
  if (env.STORE_MODE === 'live') throw new Error('A live store takes no test payments.')
  const provider = guarded(
    testProvider({
      baseUrl: requireSetting('TEST_PAYMENTS_URL'),
      key: requireSetting('TEST_PAYMENTS_KEY'),
      webhookSecret: requireSetting('TEST_PAYMENTS_WEBHOOK_SECRET'),
      webhookUrl: new URL('/api/webhooks/test-payments', env.PUBLIC_URL).href,
    }),
  )
  providers.set(name, provider)

  return provider
}

/** The provider that new orders are paid with. */
export function defaultProviderName(): ProviderName {
  return 'test'
}

/** Tells whether money of this provider is test money in this store. */
export function isTestMoney(): boolean {
  return env.STORE_MODE === 'trial'
}

/** Uses another provider under its name: for a trial of a method that takes at once. */
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
