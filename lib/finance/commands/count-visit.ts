import 'server-only'
import { env } from '#lib/core/env.ts'
import { addVisit } from '#lib/finance/repository/visits.ts'
import type { Visit } from '#lib/finance/rules/visits.ts'
import { listSellingCurrencies } from '#lib/pricing/repository/selling-currencies.ts'
import { readSettings } from '#lib/settings/repository/settings.ts'
import { listKnownLocales } from '#lib/settings/repository/texts.ts'

/** Counts a step of a visit, where the owner has visits counted and the shop has that language and currency. */
export async function countVisit(visit: Visit): Promise<void> {
  const [{ 'tools.visits': isOn }, locales, currencies] = await Promise.all([
    readSettings(['tools.visits']),
    listKnownLocales(),
    listSellingCurrencies(),
  ])
  const isCurrency = visit.currency === env.STORE_CURRENCY || currencies.some(({ code }) => code === visit.currency)
  if (isOn !== true || !isCurrency || !locales.includes(visit.locale)) return
  await addVisit(visit)
}
