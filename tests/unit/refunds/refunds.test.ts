import fc from 'fast-check'
import { createTranslator } from 'use-intl/core'
import { describe, expect, test } from 'vitest'
import { planCancellation } from '#components/cancellations/plan-cancellation.ts'
import { CANCEL_ANSWERS } from '#components/catalog/to-listed-plan.ts'
import { ruleOutRefund } from '#lib/catalog/rules/refundability.ts'
import { type Locale, STAFF_LOCALES } from '#lib/core/i18n/config.ts'
import {
  answerDetails,
  answerWhenBought,
  type RefundDetails,
  type RefundPolicy,
  refundAnswer,
} from '#lib/refunds/rules/refund-answer.ts'
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
  const { answer, reason } = planCancellation({ cancelRule, words: [] })

  expect(CANCEL_ANSWERS[cancelRule]).toBe(reason === 'code_mailed' ? reason : answer)
})

const SAID = {
  en: ['It cannot be cancelled once it is ordered', 'within 30 days', 'if our eSIM provider agrees'],
  de: ['ist keine Stornierung möglich', 'innerhalb von 30 Tagen', 'wenn unser eSIM-Anbieter zustimmt'],
  ar: ['لا يمكن إلغاؤها بعد الطلب', 'خلال 30 يومًا', 'إذا وافق مزوّد الشرائح'],
} satisfies Partial<Record<Locale, string[]>>

test.each(STAFF_LOCALES)('is said in words in %s, with the words of the plan where they decide', async (locale) => {
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

const NOW = new Date('2027-03-10T12:00:00Z')
const POLICY: RefundPolicy = { days: 30, afterReveal: 'ask', freshForMs: 60_000 }

function unrevealed(some: Partial<RefundDetails> = {}, esim: Partial<RefundDetails['esim']> = {}): RefundDetails {
  return {
    cancelState: 'none',
    isDisputed: false,
    isTopUp: false,
    isToppedUp: false,
    lockedAt: null,
    isRefetched: false,
    revealedAt: null,
    purchasedAt: new Date('2027-03-01T12:00:00Z'),
    installBefore: null,
    rule: 'allowed_until_use',
    esim: {
      readAt: NOW,
      orderStatus: 0,
      usedMb: 0,
      startedAt: null,
      signalReadAt: NOW,
      hasInstallSignal: false,
      ...esim,
    },
    ...some,
  }
}

describe('a sealed card that nobody used', () => {
  test('can be given back until the window ends', () => {
    expect(refundAnswer(unrevealed(), POLICY, NOW)).toEqual({
      answer: 'yes',
      until: new Date('2027-03-31T12:00:00Z'),
      reasons: [],
    })
  })

  test('can be given back until it has to be installed, where that is earlier', () => {
    const installBefore = new Date('2027-03-15T00:00:00Z')

    expect(refundAnswer(unrevealed({ installBefore }), POLICY, NOW)).toMatchObject({ until: installBefore })
  })
})

describe('the answer is no', () => {
  test.each<[string, RefundDetails]>([
    ['returned', unrevealed({ cancelState: 'returned' })],
    ['return_running', unrevealed({ cancelState: 'running' })],
    ['refused_before', unrevealed({ cancelState: 'refused' })],
    ['disputed', unrevealed({ isDisputed: true })],
    ['top_up', unrevealed({ isTopUp: true })],
    ['topped_up', unrevealed({ isToppedUp: true })],
    ['locked', unrevealed({ lockedAt: NOW })],
    ['rule_never', unrevealed({ rule: 'never' })],
    ['past_window', unrevealed({ purchasedAt: new Date('2027-01-01T00:00:00Z') })],
    ['data_used', unrevealed({}, { usedMb: 1 })],
    ['started', unrevealed({}, { startedAt: NOW })],
    ['install_signal', unrevealed({ rule: 'allowed_until_install', revealedAt: NOW }, { hasInstallSignal: true })],
  ])('because of %s', (reason, facts) => {
    expect(refundAnswer(facts, POLICY, NOW)).toEqual({ answer: 'no', until: null, reasons: [reason] })
  })

  test('after a reveal where the store says so', () => {
    const policy = { ...POLICY, afterReveal: 'no' as const }

    expect(refundAnswer(unrevealed({ revealedAt: NOW }), policy, NOW).reasons).toEqual(['revealed'])
  })
})

describe('only the network can tell', () => {
  test.each<[string, RefundDetails]>([
    ['revealed', unrevealed({ revealedAt: NOW })],
    ['refetched', unrevealed({ isRefetched: true })],
    ['rule_unknown', unrevealed({ rule: 'unknown' })],
    ['status_unknown', unrevealed({}, { orderStatus: 5 })],
    ['facts_missing', unrevealed({}, { usedMb: null })],
    ['facts_stale', unrevealed({}, { readAt: new Date(NOW.getTime() - 60_001) })],
    ['install_signal', unrevealed({ rule: 'allowed_until_install' }, { hasInstallSignal: true })],
    ['facts_missing', unrevealed({ rule: 'allowed_until_install' }, { hasInstallSignal: null })],
    ['facts_stale', unrevealed({ rule: 'allowed_until_install' }, { signalReadAt: new Date(NOW.getTime() - 60_001) })],
  ])('because of %s', (reason, facts) => {
    expect(refundAnswer(facts, POLICY, NOW)).toEqual({ answer: 'ask', until: null, reasons: [reason] })
  })
})

test.each<[string, RefundDetails, string, string[]]>([
  ['a refusal hides every doubt', unrevealed({ rule: 'unknown', lockedAt: NOW }), 'no', ['locked']],
  [
    'all refusals are told together',
    unrevealed({ isDisputed: true }, { usedMb: 12, startedAt: NOW }),
    'no',
    ['disputed', 'data_used', 'started'],
  ],
  [
    'all doubts are told together',
    unrevealed({ rule: 'unknown', revealedAt: NOW, isRefetched: true }),
    'ask',
    ['revealed', 'refetched', 'rule_unknown'],
  ],
  [
    'an install signal is none of our business where use is what counts',
    unrevealed({}, { hasInstallSignal: true, signalReadAt: null }),
    'yes',
    [],
  ],
  ['a partly returned order is a known state', unrevealed({}, { orderStatus: 4 }), 'yes', []],
])('%s', (_, facts, answer, reasons) => {
  expect(refundAnswer(facts, POLICY, NOW)).toMatchObject({ answer, reasons })
})

test('every answer can show its facts, each with its age', () => {
  const readAt = new Date(NOW.getTime() - 5_000)
  const facts = answerDetails(unrevealed({}, { readAt, usedMb: null }), NOW)

  expect(facts).toContainEqual({ name: 'order_status', value: '0', ageMs: 5_000 })
  expect(facts).toContainEqual({ name: 'used_mb', value: null, ageMs: 5_000 })
  expect(facts).toContainEqual({ name: 'install_signal', value: 'false', ageMs: 0 })
  expect(facts).toContainEqual({ name: 'rule', value: 'allowed_until_use', ageMs: null })
})

test('what is not known never becomes a yes', () => {
  const any = fc.record({
    hasInstallSignal: fc.option(fc.boolean()),
    isRefetched: fc.boolean(),
    rule: fc.constantFrom('allowed_until_install', 'allowed_until_use', 'never', 'unknown'),
    orderStatus: fc.option(fc.integer({ min: 0, max: 6 })),
    usedMb: fc.option(fc.nat(2)),
    isRead: fc.boolean(),
  })

  fc.assert(
    fc.property(any, ({ isRefetched, rule, orderStatus, usedMb, isRead, hasInstallSignal }) => {
      const facts = unrevealed(
        { isRefetched, rule: rule as RefundDetails['rule'] },
        { orderStatus, usedMb, readAt: isRead ? NOW : null, hasInstallSignal },
      )
      const isKnown = isRead && !isRefetched && usedMb === 0 && (orderStatus === 0 || orderStatus === 4)

      const isSignalOpen = rule === 'allowed_until_install' && hasInstallSignal !== false
      if (!isKnown || isSignalOpen || rule === 'unknown')
        expect(refundAnswer(facts, POLICY, NOW).answer).not.toBe('yes')
    }),
  )
})
