import 'server-only'
import { mergeNetworks, type PlanNetwork } from '#lib/catalog/rules/plan.ts'
import { env } from '#lib/core/env.ts'
import { countryName, iso2OfName } from '#lib/core/i18n/countries.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { db } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import type { AnswerOf } from '#lib/core/rules/contract.ts'
import { requireOwnedEsim } from '#lib/esims/commands/top-up-esim.ts'
import type { readEsimRecordCall } from '#lib/esims/schema.ts'
import { currentProvider } from '#lib/provider/commands/current-provider.ts'
import type { EsimDetail, EsimHistoryEntry } from '#lib/provider/endpoints/esims.ts'
import { getCardDetail, listCardHistory } from '#lib/provider/index.ts'
import { isProviderFailure } from '#lib/provider/rules/provider-failure.ts'
import { iccidSchema, parseIccid } from '#lib/provider/rules/provider-ids.ts'
import type { Network } from '#lib/settings/rules/shop.ts'

/**
 * Reads the network's own record and history of an eSIM. Each of the two says for itself why there is nothing; without the
 * network's address for them, nothing is asked. The numbers of device and line are left out, and who asked is written down
 * before.
 *
 * Throws `forbidden`, `not_found`.
 */
export async function readEsimRecord(caller: Caller, esimId: string): Promise<AnswerOf<typeof readEsimRecordCall>> {
  const staff = requirePermission(caller, 'iccids.see')
  const esim = await db().esim.findUnique({ where: { id: esimId }, select: { iccid: true } })
  const iccid = parseIccid(esim?.iccid)
  if (!iccid) throw new AppError('not_found', 'There is no such card.')
  if (!isRecordOn()) return { isOn: false }
  await recordAudit({ actor: actorOf(staff), role: staff.role, act: 'card.record_asked', subject: esimId })
  const provider = currentProvider()
  const [record, history] = await Promise.all([
    hear(() => provider.call(getCardDetail, { iccid }), toRecord),
    hear(
      () => provider.call(listCardHistory, { iccid }),
      (entries) => entries.map(toOrder),
    ),
  ])

  return { isOn: true, at: new Date(), record, history }
}

/** True where the address is set over which the network tells its record of an eSIM. */
export function isRecordOn(): boolean {
  return Boolean(env.RESELLER_API_HTTP_URL)
}

async function hear<Answer, Said>(ask: () => Promise<Answer>, toReply: (answer: Answer) => Said) {
  try {
    return { isRead: true as const, said: toReply(await ask()) }
  } catch (error) {
    if (!isProviderFailure(error)) throw error

    return { isRead: false as const, problem: error.kind, code: error.code }
  }
}

function toRecord({ createdOn, expiresOn, canTopUp, profileStatus, eid, networks }: EsimDetail) {
  const names = networks.map(({ country, operator, generation }) =>
    [country, operator, generation].filter((part) => part !== null).join(' '),
  )

  return { createdOn, expiresOn, canTopUp, profileStatus, hasDevice: eid !== null, networks: names }
}

function toOrder(entry: EsimHistoryEntry) {
  return {
    orderNum: entry.orderNum,
    plan: entry.skuName,
    status: entry.status,
    isTopUp: entry.isTopUp,
    createdAt: entry.createdAt,
    plans: entry.plans.map(({ name, usedMb, beginsAt, endsAt }) => ({ name, usedMb, beginsAt, endsAt })),
  }
}

/** The networks of one country that an eSIM may use, as the network's own record of the eSIM lists them. */
export type CountryNetworks = { country: string; networks: Network[] }

/**
 * Asks the network which networks an eSIM may use, country by country. `null` when it does not say: the address for it
 * is not set, it refused, or it was silent.
 *
 * Throws `not_found` for an eSIM that the caller does not hold.
 */
export async function esimNetworks(
  caller: Caller,
  { esimId, locale }: { esimId: string; locale: string },
): Promise<CountryNetworks[] | null> {
  const esim = await requireOwnedEsim(caller, esimId)
  if (!isRecordOn()) return null
  try {
    const { networks } = await currentProvider().call(getCardDetail, { iccid: iccidSchema.parse(esim.iccid) })

    return networks.length === 0 ? null : byCountry(networks, locale)
  } catch (error) {
    if (!isProviderFailure(error)) throw error

    return null
  }
}

type Listed = { country: string; operator: string | null; generation: string | null }

function byCountry(listed: Listed[], locale: string): CountryNetworks[] {
  const byName = Map.groupBy(listed, ({ country }) => country)

  return [...byName]
    .map(([name, entries]) => {
      const iso2 = iso2OfName(name)
      const named = entries.flatMap(({ operator, generation }): PlanNetwork[] =>
        operator === null ? [] : [{ operator, generation }],
      )

      return { country: iso2 ? countryName(iso2, locale) : name, networks: mergeNetworks([named]) ?? [] }
    })
    .sort((a, b) => a.country.localeCompare(b.country, locale))
}
