import { createTranslator } from 'use-intl/core'
import { expect, test } from 'vitest'
import ar from '#messages/ar/order.json' with { type: 'json' }
import de from '#messages/de/order.json' with { type: 'json' }
import en from '#messages/en/order.json' with { type: 'json' }

const SENTENCES = ['body.with_team', 'body.refund_started', 'reason.sold_out', 'reason.card_returned'] as const
const HOLD_WORDS = { en: /reserved|released/, de: /reserviert|freigegeben/, ar: /محجوز|الحجز/ }

const CASES = Object.entries({ en, de, ar }).flatMap(([locale, messages]) =>
  SENTENCES.map((key) => ({ locale: locale as keyof typeof HOLD_WORDS, key, messages })),
)

test.each(CASES)('$key speaks of a hold only where there is one ($locale)', ({ locale, key, messages }) => {
  const t = createTranslator({ locale, messages: messages as typeof en })

  expect(t(key, { money: 'held' })).toMatch(HOLD_WORDS[locale])
  for (const money of ['taken', 'transferred', 'returned', 'none']) {
    expect(t(key, { money })).not.toMatch(HOLD_WORDS[locale])
  }
})
