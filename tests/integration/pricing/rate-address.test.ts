import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { transaction } from '#lib/core/repository/client.ts'
import { addDays, calendarDateAt } from '#lib/core/rules/field-schemas.ts'
import { applyCurrencies } from '#lib/pricing/commands/currencies.ts'
import { watchRates } from '#lib/pricing/commands/fetch-rates.ts'
import { previewCurrencies } from '#lib/pricing/queries/admin-currencies.ts'
import { findCurrencyTable } from '#lib/pricing/repository/selling-currencies.ts'
import { storeSetting } from '#lib/settings/repository/settings.ts'
import { OWNER, refresh } from '#tests/support/quotes.ts'
import { ecb } from '#tests/support/rates.ts'
import { duringTests, startStockedShop } from '#tests/support/shop.ts'

const shop = duringTests(() => startStockedShop({ STORE_CURRENCY: 'USD' }))
const TODAY = calendarDateAt(new Date(), 0)

test('rates that arrive when their address has been changed count for nothing', async () => {
  await refresh(shop)
  const yen = {
    code: 'JPY',
    rate: '150',
    asOf: addDays(TODAY, -1),
    source: 'url',
    markup: '2',
    rounding: 'whole',
  } as const
  const wanted = { base: 0, entries: [yen] }
  const { mark } = await previewCurrencies(OWNER, wanted, 'en')
  await applyCurrencies(OWNER, { ...wanted, mark, jumps: [], undoes: null })
  const rate = async () => (await findCurrencyTable())?.entries[0]?.rate
  const set = (value: string) =>
    transaction((tx) => storeSetting({ key: 'currencies.url', value, setBy: 'staff:stf_1' }, tx))
  const server = createServer(async (request, response) => {
    const isFormer = request.url === '/former'
    if (isFormer) await set(`${address}/new`)
    response.end(ecb({ USD: '1', JPY: isFormer ? '151' : '152' }, TODAY))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await set(`${address}/former`)

  await watchRates()
  expect(await rate()).toBe('150')

  await watchRates()
  expect(await rate()).toBe('152')
})
