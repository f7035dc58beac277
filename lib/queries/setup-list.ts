import 'server-only'
import { readSession } from '#lib/db/admin-health.ts'
import { listLegalHeads } from '#lib/db/legal-texts.ts'
import { readSettings } from '#lib/db/settings.ts'
import { readSetupFacts } from '#lib/db/setup-facts.ts'
import type { SetupStep } from '#lib/domain/admin-settings.ts'
import { type Caller, requirePermission } from '#lib/domain/caller.ts'
import { LEGAL_PAGES } from '#lib/domain/legal-pages.ts'
import { env } from '#lib/env.ts'
import { getStore } from '#lib/queries/store-facts.ts'

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
