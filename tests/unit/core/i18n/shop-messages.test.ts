import { createTranslator } from 'use-intl/core'
import { describe, expect, test } from 'vitest'
import { LOCALES } from '#lib/core/i18n/config.ts'
import type { MessageTree } from '#lib/core/i18n/direction.ts'
import { extendGroups } from '#lib/core/i18n/extend-groups.ts'
import { leaves } from '#tests/support/messages.ts'

const NAMESPACES = ['shop', 'plan', 'layout', 'errors', 'help', 'legal', 'cart', 'voucher']

async function read(locale: string, namespace: string): Promise<MessageTree> {
  const { default: own } = await import(`#messages/${locale}/${namespace}.json`)
  const { default: errors } = await import(`#messages/${locale}/errors.json`)

  return extendGroups(own, errors)
}

describe.each(NAMESPACES)('the messages of %s', (namespace) => {
  test.each(LOCALES)('are complete in %s', async (locale) => {
    const wanted = leaves(await read('en', namespace)).map(([key]) => key)
    const found = leaves(await read(locale, namespace)).map(([key]) => key)

    expect(found.sort()).toEqual(wanted.sort())
  })

  test.each(LOCALES)('name the same values and marks in %s as in English', async (locale) => {
    const english = new Map(leaves(await read('en', namespace)))
    const names = (text: string) => [...new Set(text.match(/\{[a-zA-Z]+\}|<\w+>/g) ?? [])].sort()

    for (const [key, text] of leaves(await read(locale, namespace))) {
      expect([key, names(text)]).toEqual([key, names(english.get(key) ?? '')])
    }
  })

  test.each(LOCALES)('can be read by the formatter for every number in %s', async (locale) => {
    const messages = await read(locale, namespace)
    const failed: string[] = []
    const t = createTranslator({ locale, messages: messages as never, onError: (error) => failed.push(error.message) })
    for (const [key, text] of leaves(messages)) {
      if (!text.includes(', plural,')) continue
      for (const count of [0, 1, 2, 3, 11, 100])
        t(key as never, { count, n: String(count), dates: '', date: '' } as never)
    }

    expect(failed).toEqual([])
  })
})
