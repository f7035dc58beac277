import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimal } from '#lib/core/rules/decimal.ts'
import { cancelCheckPause, mailPause, nextCheckAge, pollPause } from '#lib/core/rules/timers.ts'
import { codeDoubts, inspectOrder } from '#lib/fulfilment/rules/accepted-order.ts'
import {
  afterControls,
  type ControlResult,
  decideUnknown,
  type LookUpProof,
  toLookUpProof,
  type UnknownDetails,
} from '#lib/fulfilment/rules/unknown-attempt.ts'
import { findMisfits } from '#lib/payments/rules/payment.ts'
import type { ProviderEsim, ProviderOrder } from '#lib/provider/rules/provider-order.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

function facts(some: Partial<UnknownDetails> = {}): UnknownDetails {
  return {
    fits: 0,
    misfits: 0,
    cleanLooks: 5,
    isCleanCheck: true,
    ageMs: 30 * MINUTE,
    absentBefore: 0,
    paidForMs: 31 * MINUTE,
    isCancelRequested: false,
    canLookUp: true,
    areBreakersClosed: true,
    isRefusal: false,
    isProvenUnsent: false,
    ...some,
  }
}

describe('an attempt of unknown fate', () => {
  test.each<[string, Partial<UnknownDetails>, object]>([
    ['one fitting order', { fits: 1, cleanLooks: 0 }, { action: 'adopt' }],
    ['two fitting orders', { fits: 2 }, { action: 'adopt_first' }],
    ['an order that does not fit', { misfits: 1 }, { action: 'hold', reason: 'misfit' }],
    ['five clean looks in half an hour', {}, { action: 'retry', reason: 'absent' }],
    ['four clean looks', { cleanLooks: 4 }, { action: 'wait' }],
    ['29 minutes', { ageMs: 29 * MINUTE }, { action: 'wait' }],
    ['a last look that was not clean', { isCleanCheck: false }, { action: 'wait' }],
    ['an open breaker', { areBreakersClosed: false }, { action: 'wait' }],
    ['absence for the second time', { absentBefore: 1 }, { action: 'refund', reason: 'not_placed' }],
    ['two hours since payment', { paidForMs: 2 * HOUR }, { action: 'refund', reason: 'not_placed' }],
    ['a request to cancel', { isCancelRequested: true }, { action: 'refund', reason: 'cancelled' }],
    ['a day without proof', { isCleanCheck: false, ageMs: 24 * HOUR }, { action: 'refund', reason: 'no_answer' }],
    ['no look-up', { canLookUp: false, isCleanCheck: false }, { action: 'wait' }],
    [
      'no look-up for a day',
      { canLookUp: false, isCleanCheck: false, ageMs: 24 * HOUR },
      { action: 'hold', reason: 'no_look_up' },
    ],
    ['a refusal and one clean look', { isRefusal: true, ageMs: MINUTE }, { action: 'refund', reason: 'not_accepted' }],
    ['a note that nothing left', { isProvenUnsent: true, ageMs: 0 }, { action: 'retry', reason: 'not_sent' }],
  ])('with %s', (_, some, decision) => {
    expect(decideUnknown(facts(some))).toEqual(decision)
  })

  test('is never placed again without a look-up that works, five clean looks, half an hour and closed breakers', () => {
    const any = fc.record({
      fits: fc.nat(2),
      misfits: fc.nat(1),
      cleanLooks: fc.nat(8),
      isCleanCheck: fc.boolean(),
      ageMs: fc.nat(30 * HOUR),
      absentBefore: fc.nat(2),
      paidForMs: fc.nat(30 * HOUR),
      isCancelRequested: fc.boolean(),
      canLookUp: fc.boolean(),
      areBreakersClosed: fc.boolean(),
      isRefusal: fc.boolean(),
      isProvenUnsent: fc.constant(false),
    })

    fc.assert(
      fc.property(any, (some) => {
        if (decideUnknown(some).action !== 'retry') return

        expect(some).toMatchObject({ fits: 0, misfits: 0, canLookUp: true, isCleanCheck: true, absentBefore: 0 })
        expect(some).toMatchObject({ areBreakersClosed: true, isCancelRequested: false })
        expect(some.cleanLooks).toBeGreaterThanOrEqual(5)
        expect(some.ageMs).toBeGreaterThanOrEqual(30 * MINUTE)
        expect(some.paidForMs).toBeLessThan(2 * HOUR)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('the look-up by reference', () => {
  const start = toLookUpProof('unproven', null)
  const at = new Date('2027-01-01T00:00:00Z')
  const proofAfter = (proof: LookUpProof, ...pairs: [ControlResult, ControlResult][]) =>
    pairs.reduce((before, [negative, positive]) => afterControls(before, { negative, positive, at }), proof)

  test('is proven by both controls together', () => {
    expect(proofAfter(start, ['good', 'open']).lookup).toBe('unproven')
    expect(proofAfter(start, ['good', 'good'])).toMatchObject({ lookup: 'yes', positiveAt: at.toISOString() })
  })

  test('is disproven by two failures in a row of either, and by nothing less', () => {
    expect(proofAfter(start, ['failed', 'open']).lookup).toBe('unproven')
    expect(proofAfter(start, ['failed', 'open'], ['good', 'open'], ['failed', 'open']).lookup).toBe('unproven')
    expect(proofAfter(start, ['failed', 'open'], ['failed', 'open']).lookup).toBe('no')
    expect(proofAfter(start, ['good', 'good'], ['good', 'failed'], ['good', 'failed']).lookup).toBe('no')
  })

  test('stays disproven', () => {
    expect(proofAfter(start, ['failed', 'open'], ['failed', 'open'], ['good', 'good']).lookup).toBe('no')
  })
})

describe('an accepted order', () => {
  const esim = (iccid: string, some: Partial<ProviderEsim> = {}): ProviderEsim => ({
    iccid,
    activationCode: `LPA:1$rsp.example.com$K2-${iccid}`,
    smdpAddress: null,
    matchingId: null,
    activateBefore: null,
    ...some,
  })
  const [A, B] = ['894801000000000001', '8948010000000000002'] as const
  const order = (some: Partial<ProviderOrder> = {}): ProviderOrder => ({
    orderNum: 'EP1',
    skuName: null,
    count: 2,
    total: decimal('10.00'),
    status: 0,
    isTopUp: false,
    mainOrderNum: null,
    priceId: 7 as never,
    itemRef: null,
    esims: [esim(A), esim(B)],
    ...some,
  })
  const expected = { count: 2, priceId: 7, cost: decimal('10'), isOrderKnown: false, knownIccids: new Set<string>() }

  test('that is what was ordered has no problem', () => {
    expect(inspectOrder(order(), expected)).toMatchObject({ problems: [], esims: [{ iccid: A }, { iccid: B }] })
  })

  test.each<[string, Partial<ProviderOrder>, object, string[]]>([
    ['another count', { count: 3 }, {}, ['count']],
    ['a card too few', { esims: [esim(A)] }, {}, ['card_count']],
    ['another price id', { priceId: 8 as never }, {}, ['price_id']],
    ['a number we know', {}, { isOrderKnown: true }, ['order_known']],
    ['letters for an ICCID', { esims: [esim(A), esim('12AB')] }, {}, ['iccid_invalid']],
    ['one card twice', { esims: [esim(A), esim(A)] }, {}, ['iccid_repeated']],
    ['a card of another order', {}, { knownIccids: new Set([B]) }, ['iccid_known']],
    ['2.1 per cent more cost', { total: decimal('10.21') }, {}, ['cost']],
    ['codes that disagree', { esims: [esim(A), esim(B, { matchingId: 'K3' })] }, {}, ['code_unusable']],
  ])('with %s says so', (_, some, change, problems) => {
    expect(inspectOrder(order(some), { ...expected, ...change }).problems).toEqual(problems)
  })

  test('and what the fields of a doubtful code say is told masked', () => {
    const { esims } = inspectOrder(order({ esims: [esim(A), esim(B, { matchingId: 'K3-1111-2222' })] }), expected)
    const doubts = codeDoubts(esims)

    expect(doubts).toMatchObject([{ card: '…0002', codeProblem: 'sources_disagree' }])
    expect(doubts[0]?.said.at(-1)).toBe('K3…22')
  })

  test.each<[string, Partial<ProviderOrder>]>([
    ['no cards yet', { esims: [] }],
    ['cards without codes', { esims: [esim(A, { activationCode: null }), esim(B, { activationCode: null })] }],
    ['two per cent more cost', { total: decimal('10.2') }],
    ['less cost', { total: decimal('1') }],
    ['nothing said', { count: null, total: null, priceId: null }],
  ])('with %s is only incomplete', (_, some) => {
    expect(inspectOrder(order(some), expected).problems).toEqual([])
  })
})

describe('a paid object', () => {
  const asked = { orderId: 'ord_1', orderNumber: 'LF-1', amountMinor: 500, currency: 'USD', isTest: true }
  const claimed = {
    amount: { minor: 500, currency: 'USD' },
    reference: 'LF-1',
    metadata: { orderId: 'ord_1' },
    isTest: true,
  }

  test('that is for this order fits, also where the provider says less', () => {
    expect(findMisfits(asked, claimed)).toEqual([])
    expect(findMisfits(asked, { ...claimed, reference: null, metadata: {} })).toEqual([])
  })

  test('names everything that differs', () => {
    const other = {
      amount: { minor: 501, currency: 'EUR' },
      reference: 'LF-2',
      metadata: { orderId: 'ord_2' },
      isTest: false,
    }

    expect(findMisfits(asked, other)).toEqual(['amount', 'currency', 'test_flag', 'reference', 'order'])
  })
})

describe('the waiting times', () => {
  test('of looks are eight in half an hour, then hourly, then daily', () => {
    const ages: number[] = []
    for (let age = 0; ages.length < 34; ) {
      age = nextCheckAge(age)
      ages.push(age)
    }

    expect(ages.slice(0, 9)).toEqual(
      [5_000, 15_000, 45_000, 2, 5, 10, 20, 30, 60].map((n) => (n < 100 ? n * MINUTE : n)),
    )
    expect(ages[31]).toBe(24 * HOUR)
    expect(ages[32]).toBe(48 * HOUR)
  })

  test('of polls, cancellations and mails grow and end', () => {
    expect([0, 1, 2, 3, 4, 9].map(pollPause)).toEqual([
      10_000,
      30_000,
      2 * MINUTE,
      5 * MINUTE,
      10 * MINUTE,
      10 * MINUTE,
    ])
    expect(cancelCheckPause(0)).toBe(0)
    expect(cancelCheckPause(9)).toBe(HOUR)
    expect(mailPause(9)).toBeNull()
  })

  test('of a mail whose server is the trouble grow, stay shorter than a night, and end after three days', () => {
    const pauses = Array.from({ length: 40 }, (_, n) => mailPause(n + 1, { isOutage: true })).filter(
      (one) => one !== null,
    )

    expect(pauses.reduce((sum, one) => sum + one)).toBeGreaterThan(72 * HOUR)
    expect(pauses.reduce((sum, one) => sum + one)).toBeLessThan(96 * HOUR)
    expect(pauses).toEqual([...pauses].sort((one, other) => one - other))
    expect(Math.max(...pauses)).toBeLessThan(8 * HOUR)
  })
})
