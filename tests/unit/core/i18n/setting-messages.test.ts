import { expect, test } from 'vitest'
import { SETTING_KEYS } from '#lib/settings/rules/settings.ts'
import ar from '#messages/ar/admin-settings.json'
import de from '#messages/de/admin-settings.json'
import en from '#messages/en/admin-settings.json'

/** Set on the pages of the catalogue and of prices, which have words of their own. */
const ELSEWHERE = ['shop.destinations', 'currencies.url', 'currencies.days']

const labelOf = (messages: object, key: string) =>
  ['field', ...key.split('.'), 'label'].reduce<unknown>(
    (at, part) => (at as Record<string, unknown> | undefined)?.[part],
    messages,
  )

test.each(Object.entries({ en, de, ar }))('%s has a label for every setting', (_, messages) => {
  const without = SETTING_KEYS.filter((key) => typeof labelOf(messages, key) !== 'string')

  expect(without).toEqual(ELSEWHERE)
})
