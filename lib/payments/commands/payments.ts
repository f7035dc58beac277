import 'server-only'
import { env } from '#lib/core/env.ts'
import { assertNoTransaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { isNamedInSettings, PROVIDER_NAMES, setUpProvider } from '#lib/payments/commands/payment-setup.ts'
import type { PaymentProvider } from '#lib/payments/providers/index.ts'
import type { PaymentMethod } from '#lib/payments/rules/payment-method.ts'
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
  const found = ([...PROVIDER_NAMES, 'no_charge'] as const).find((one) => one === name)
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
  const chosen = names.length > 0 ? names : PROVIDER_NAMES.filter(isNamedInSettings)

  return chosen.map((name) => paymentProvider(name).name).flatMap((name) => (name === 'no_charge' ? [] : name))
}

/** As `paymentMethods`, without what the owner has switched off: what a buyer may choose now. */
export async function offeredMethods(): Promise<PaymentMethod[]> {
  const { 'payments.off': off } = await readSettings(['payments.off'])

  return paymentMethods().filter((name) => !off?.includes(name))
}

/** Returns the way a new order is paid: the wanted one, or the usual one. Throws `bad_input`, or `till_closed` for none. */
export function choosePaymentMethod(
  input: PaymentMethod | undefined,
  offered: readonly PaymentMethod[] = paymentMethods(),
): PaymentMethod {
  const [usual, ...others] = offered
  if (!usual) throw new AppError('till_closed', 'No way to pay is set up.', { reason: 'no_payment_method' })
  if (input === undefined) return usual
  if (![usual, ...others].includes(input)) throw new AppError('bad_input', 'This way to pay is not offered.')

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
