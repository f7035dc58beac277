import { raiseCatalogVersion } from '#lib/catalog/repository/catalog.ts'
import { closeDatabase, transaction } from '#lib/core/repository/client.ts'
import { CURRENCIES, sellIn } from '#tests/support/currencies.ts'

// Runs with the settings of a store: lets it sell in the currencies named, and in no other besides its own.
const codes = (process.env.CURRENCIES_TO_SELL_IN ?? '').split(' ')
await sellIn(CURRENCIES.filter(({ code }) => codes.includes(code)))
await transaction((tx) => raiseCatalogVersion(tx))
await closeDatabase()
process.stdout.write('{}')
