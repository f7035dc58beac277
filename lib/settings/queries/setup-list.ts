import 'server-only'
import { env } from '#lib/core/env.ts'
import { type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { readSession } from '#lib/operations/repository/admin-health.ts'
import { getStore } from '#lib/settings/queries/store-facts.ts'
import { listLegalHeads } from '#lib/settings/repository/legal-texts.ts'
import { readSettings } from '#lib/settings/repository/settings.ts'
import { readSetupFacts } from '#lib/settings/repository/setup-facts.ts'
import type { SetupStep } from '#lib/settings/rules/admin-settings.ts'
import { LEGAL_PAGES } from '#lib/settings/rules/legal-pages.ts'

/** What a shop is called that nobody has named. */
const USUAL_NAME = 'Landfall'

/** Reads how far a new shop is set up, in the order in which it is done. Throws `forbidden`. */
export async function getSetupList(caller: Caller): Promise<SetupStep[]> {
  requirePermission(caller, 'settings.change')
  const [session, facts, texts, named, store] = await Promise.all([
    readSession(),
    readSetupFacts(),
    listLegalHeads(),
    readSettings(['shop.name']),
    getStore(),
  ])
  const isTrial = env.STORE_MODE === 'trial'
  const isPaid = Boolean(env.STRIPE_SECRET_KEY || env.BANK_TRANSFER_ACCOUNT || (isTrial && env.TEST_PAYMENTS_URL))
  const isNamed = named['shop.name'] !== null || env.STORE_NAME !== USUAL_NAME
  const hasTexts = LEGAL_PAGES.every((page) =>
    store.languages.every((locale) => texts.some((text) => text.page === page && text.locale === locale)),
  )
  const state = (isDone: boolean, otherwise: 'open' | 'later' = 'open') => (isDone ? 'done' : otherwise)

  return [
    {
      step: 'connection',
      state: state(session?.hasToken === true && session.failures === 0),
      href: '/admin/settings/connection',
    },
    { step: 'sync', state: state(facts.hasCatalog), href: '/admin/catalogue?view=coverage' },
    { step: 'prices', state: state(facts.hasOwnPrices, 'later'), href: '/admin/pricing' },
    { step: 'payments', state: state(isPaid), href: '/admin/settings/payments' },
    { step: 'mail', state: state(facts.hasSentMail), href: '/admin/settings/mails' },
    {
      step: 'shop',
      state: state(isNamed && store.seller !== null && store.supportEmail !== null),
      href: '/admin/settings/shop',
    },
    { step: 'legal', state: state(hasTexts), href: '/admin/settings/legal' },
    { step: 'order', state: state(facts.hasDelivered), href: '/admin/orders' },
  ]
}
