import { beforeAll, beforeEach, expect, test } from 'vitest'
import { syncCatalog } from '#lib/catalog/commands/sync-catalog.ts'
import { syncPartners } from '#lib/catalog/commands/sync-partners.ts'
import { getAdminPartners, getPartnerPage, listPartnerTiles } from '#lib/catalog/queries/partners.ts'
import { db } from '#lib/core/repository/client.ts'
import { checkEsims } from '#lib/esims/commands/check-esims.ts'
import { checkNumber } from '#lib/esims/commands/check-number.ts'
import { esimNetworks, readEsimRecord } from '#lib/esims/commands/esim-record.ts'
import { topUpDestinations, topUpOptions } from '#lib/esims/commands/top-up-offer.ts'
import { refreshUsage } from '#lib/esims/commands/usage.ts'
import { readFullRecord } from '#lib/fulfilment/commands/read-full-record.ts'
import { closeProvider } from '#lib/provider/commands/current-provider.ts'
import { testConnection } from '#lib/provider/commands/test-connection.ts'
import { findSession } from '#lib/provider/repository/provider-session.ts'
import { confirmReference, searchNetwork } from '#lib/reconciliation/commands/search-network.ts'
import { ENDPOINTS } from '#sandbox/upstream/endpoints/registry.ts'
import { giveBack, workUntilEsims } from '#tests/support/cancellations.ts'
import { heldEsim, paidForHeld } from '#tests/support/physical-sims.ts'
import { OWNER, quote } from '#tests/support/quotes.ts'
import { PLAN, sell, startSale, workUntil } from '#tests/support/sale.ts'
import { changeSettings, duringTests } from '#tests/support/shop.ts'
import { DAY_TOP_UP, type OwnedEsim, ownedEsim, paidTopUp } from '#tests/support/top-ups.ts'

const sale = duringTests(startSale)
let owned: OwnedEsim

beforeAll(async () => {
  const { provider } = sale.shop
  provider.control.changeAccount({ esimDetail: 'listed' })
  changeSettings({ RESELLER_API_HTTP_URL: provider.url })
  await closeProvider()
  owned = await ownedEsim(sale)
})

beforeEach(() => sale.shop.provider.control.clearCalls())

/** The answers that reached us from one endpoint since the test began. */
function answered(path: string) {
  return sale.shop.provider.control.calls({ path }).filter(({ code }) => code !== null)
}

async function bought() {
  const started = await sell(sale)

  return started
}

/** A pass over the catalogue that somebody stops after its first destination. */
async function startOfPass() {
  const stop = new AbortController()

  return syncCatalog({ trigger: 'test', signal: stop.signal, onProgress: () => stop.abort() })
}

const en = 'en'

/** Each endpoint of the contract, where a person meets it, and what that person gets. */
const PLACES: Record<string, [place: string, action: () => Promise<unknown>, gains: object]> = {
  login: ['settings, connection test', connectAgain, { steps: [{ step: 'session', problem: null }, {}, {}, {}] }],
  getSkus: ['catalogue pass', startOfPass, { total: 178 }],
  getPackages: ['offer', () => quote(PLAN), { changedFrom: null }],
  verifyResource: ['offer', () => quote(PLAN, { count: 3 }), { count: 3 }],
  addEsimOrder: ['order', bought, {}],
  queryEsimOrder: ['orders of the network', () => searchNetwork(OWNER, { page: 1 }), { page: 1 }],
  queryOrder: ['confirm by reference', () => confirmReference(OWNER, owned.itemRef), { echoed: [expect.any(String)] }],
  reDownOrderPDF: ['an order whose cards were missing', missingEsims, { esims: 1 }],
  refundOrder: ['return of a card', returnedEsim, { cancelState: 'MONEY_BACK' }],
  queryIccidInformation: ['batch check', () => checkEsims(OWNER, owned.iccid), { rows: [{ outcome: 'known' }] }],
  getIccidSupportSku: [
    'travel again with this eSIM',
    async () => ({ own: (await topUpDestinations(owned.caller, { esimId: owned.esimId, locale: en }))[0] }),
    { own: { slug: 'japan' } },
  ],
  getIccidSupportPackageInfo: ['top-up page', () => topUpOptions(owned.caller, owned.esimId), { refusal: null }],
  renewCard: ['top-up with a day pass', () => toppedUp({ planKey: DAY_TOP_UP, days: 2 }), { state: 'DELIVERED' }],
  renewCardByApiCode: ['top-up with a fixed plan', () => toppedUp({}), { state: 'DELIVERED' }],
  getPhysicalSIMDpInfo: [
    'brands',
    async () => ({ read: await syncPartners(OWNER), brands: (await listPartnerTiles()).length }),
    { brands: 3 },
  ],
  getDpSupportSkuInfoByGroup: ['page of a brand, by continent', brandPage, { groups: [{ shelf: 'asia' }, {}] }],
  getDpSupportSkuInfo: ['check of both lists', listCheck, { listed: 3, onlyListed: [], onlyGrouped: [] }],
  getDpSupportPackageInfo: ['plans of a brand', brandPage, { plans: expect.arrayContaining([expect.anything()]) }],
  getESIMDetail: [
    'no service, networks for your country',
    async () => ({ countries: await esimNetworks(owned.caller, { esimId: owned.esimId, locale: en }) }),
    { countries: [{ country: 'Japan', networks: expect.arrayContaining([expect.anything()]) }] },
  ],
  getHistoryDetail: [
    'history at the network',
    () => readEsimRecord(OWNER, owned.esimId),
    { isOn: true, history: { isRead: true } },
  ],
}

/** A session that still holds is not replaced: a new login would end it for everybody. */
async function connectAgain() {
  // Nobody logs in twice within the pause between logins, however fast the machine came here.
  await expect.poll(async () => (await findSession()).nextTryInMs).toBeLessThanOrEqual(0)
  sale.shop.provider.control.endSession()

  return { steps: await testConnection(OWNER) }
}

async function missingEsims() {
  const { control } = sale.shop.provider
  control.changeAccount({ esimsWithOrder: 'none' })
  const { itemId } = await bought()
  control.changeAccount({ esimsWithOrder: 'all' })

  return { esims: await db().esim.count({ where: { itemId } }) }
}

async function returnedEsim() {
  const { itemId, orderId, caller } = await bought()
  const esim = await db().esim.findFirstOrThrow({ where: { itemId } })
  await giveBack({ orderId, caller }, [esim])
  await workUntilEsims([esim], 'MONEY_BACK')

  return db().esim.findUniqueOrThrow({ where: { id: esim.id } })
}

async function toppedUp(choice: { planKey?: string; days?: number }) {
  const { itemId } = await paidTopUp(sale, owned, choice)

  return { state: await workUntil(itemId, ['DELIVERED']) }
}

async function brandPage() {
  await syncPartners(OWNER)

  return getPartnerPage(en, 'harbour-sim-cards')
}

async function listCheck() {
  await syncPartners(OWNER)

  return (await getAdminPartners(OWNER)).partners.find(({ id }) => id === 11)
}

test.each(Object.entries(PLACES))('%s is met', async (endpoint, [place, action, gains]) => {
  expect(await action(), place).toMatchObject(gains)
  expect(answered(endpoint).length, place).toBeGreaterThan(0)
  expect(sale.shop.provider.control.calls({ path: 'getOrderInfo' }), place).toEqual([])
})

test('a card in hand is met by four of them, and never by what tells of its use', async () => {
  const esim = await heldEsim(sale)
  await checkNumber({ number: esim.iccid, locale: en })
  const checked = ['queryIccidInformation', 'getIccidSupportSku', 'getIccidSupportPackageInfo'].map(answered)
  expect(answered('queryEsimOrder')).toEqual([])

  const { itemId } = await paidForHeld(sale, esim)
  await workUntil(itemId, ['DELIVERED'])

  expect(checked.every(({ length }) => length > 0)).toBe(true)
  expect(answered('renewCardByApiCode').map(({ params }) => params.iccid)).toEqual([esim.iccid])
})

test('getOrderInfo is met by the one act of staff, with its number typed and its audit row first', async () => {
  await refreshUsage(owned.caller, owned.esimId)
  const { orderId, orderNum } = owned
  const input = { orderId, orderNum, typed: orderNum, reason: 'no other way' }
  await expect(readFullRecord(OWNER, { ...input, typed: '' })).rejects.toMatchObject({ code: 'bad_input' })
  expect(sale.shop.provider.control.calls({ path: 'getOrderInfo' })).toEqual([])

  await readFullRecord(OWNER, input)

  const [call, ...others] = sale.shop.provider.control.calls({ path: 'getOrderInfo' })
  expect(others).toEqual([])
  const audit = await db().auditEvent.findFirstOrThrow({
    where: { act: 'order.record_read', subject: orderId },
    orderBy: { id: 'desc' },
  })
  expect(audit.at.getTime()).toBeLessThanOrEqual(new Date(call?.at ?? 0).getTime())
})

test('all endpoints of the contract have a place', () => {
  const known = [...ENDPOINTS.keys()].map((path) => path.split('/').at(-1) ?? '')

  expect([...Object.keys(PLACES), 'getOrderInfo'].sort()).toEqual(known.sort())
  expect(known).toHaveLength(21)
})
