import { createTranslator } from 'use-intl/core'
import { describe, expect, test } from 'vitest'
import { planCancellation } from '#components/cancellations/plan-cancellation.ts'
import { CANCEL_ANSWERS } from '#components/catalog/to-listed-plan.ts'
import { ruleOutRefund } from '#lib/catalog/rules/refundability.ts'
import { LOCALES, type Locale } from '#lib/core/i18n/config.ts'
import { answerWhenBought } from '#lib/refunds/rules/refund-answer.ts'
import { CANCEL_RULES, type CancelRule } from '#lib/settings/rules/shop.ts'

const STRICT = 'Cancellation policy: non-refundable once the order is placed.'

test.each([
  [STRICT, true],
  ['No refunds.', true],
  ['This plan cannot be cancelled or refunded. APN: internet', true],
  ['Cancellation policy: free of charge before the eSIM is installed.', false],
  ['After first use no refund.', false],
  ['Non-refundable once the eSIM is installed.', false],
  ['No refund. Refund within 30 days where it was not downloaded.', false],
  ['Data only. APN: internet', false],
  ['', false],
])('the words %j rule a refund out: %j', (words, isRuledOut) => {
  expect(ruleOutRefund(words.split('\n'))).toBe(isRuledOut)
})

describe('the answer at the moment of buying', () => {
  const now = new Date('2027-03-10T12:00:00Z')

  test.each([
    ['allowed_until_install', { answer: 'yes', until: new Date('2027-04-09T12:00:00Z'), reasons: [] }],
    ['allowed_until_use', { answer: 'yes', until: new Date('2027-04-09T12:00:00Z'), reasons: [] }],
    ['never', { answer: 'no', until: null, reasons: ['rule_never'] }],
    ['unknown', { answer: 'ask', until: null, reasons: ['rule_unknown'] }],
  ] satisfies [CancelRule, object][])('under the rule %s', (rule, answer) => {
    expect(answerWhenBought({ rule, isTopUp: false, now })).toEqual(answer)
    expect(answerWhenBought({ rule, isTopUp: true, now })).toMatchObject({ answer: 'no' })
  })
})

test.each(CANCEL_RULES)('lists say of the rule %s what the page of the plan says', (cancelRule) => {
  expect(CANCEL_ANSWERS[cancelRule]).toBe(planCancellation({ cancelRule, words: [] }).answer)
})

const SAID = {
  en: ['It cannot be cancelled once it is ordered', 'within 30 days', 'Our eSIM provider decides'],
  de: ['ist keine Stornierung möglich', 'innerhalb von 30 Tagen', 'entscheidet unser eSIM-Anbieter'],
  ar: ['لا يمكن إلغاؤها بعد الطلب', 'خلال 30 يومًا', 'يبتّ مزوّد الشرائح'],
} satisfies Record<Locale, string[]>

test.each(LOCALES)('is said in words in %s, with the words of the plan where they decide', async (locale) => {
  const { default: cancel } = await import(`../../../messages/${locale}/cancel.json`)
  const t = createTranslator({ locale, messages: { cancel }, namespace: 'cancel' })
  const say = (cancelRule: CancelRule) => {
    const { reason, days, terms } = planCancellation({ cancelRule, words: ['APN: internet', STRICT] })

    return [t(reason, { days }), terms]
  }
  const [no = '', yes = '', ask = ''] = SAID[locale]

  expect(say('never')).toEqual([expect.stringContaining(no), STRICT])
  expect(say('allowed_until_use')).toEqual([expect.stringContaining(yes), ''])
  expect(say('unknown')).toEqual([expect.stringContaining(ask), STRICT])
})
