import { describe, expect, test } from 'vitest'
import { isReturnProven, type ReturnReading } from '#lib/domain/return-proof.ts'

const [A, B, C] = ['8900000000001', '8900000000002', '8900000000003']

function reading(some: Partial<ReturnReading> = {}): ReturnReading {
  return {
    asked: [A],
    before: { status: 0, iccids: [A, B, C] },
    isAccepted: true,
    now: { status: 4, iccids: [B, C] },
    ...some,
  }
}

describe('a return is proven', () => {
  test.each<[string, Partial<ReturnReading>]>([
    ['by a cancelled order', { now: { status: 2, iccids: [] } }],
    ['by a cancelled order, even after a lost answer', { isAccepted: false, now: { status: 2, iccids: [] } }],
    ['by a partly cancelled order after our own success', {}],
    ['by a partly cancelled order that lists nothing, after our own success', { now: { status: 4, iccids: [] } }],
    ['by the missing card alone where the answer was lost', { isAccepted: false }],
    [
      'in an order that was partly cancelled before',
      { before: { status: 4, iccids: [A, B] }, now: { status: 4, iccids: [B] } },
    ],
  ])('%s', (_, some) => {
    expect(isReturnProven(reading(some))).toBe(true)
  })
})

describe('a return is not proven', () => {
  test.each<[string, Partial<ReturnReading>]>([
    ['by an order that is still active', { now: { status: 0, iccids: [A, B, C] } }],
    ['by an order that could not be read', { now: null }],
    ['by a status without a known meaning', { now: { status: 5, iccids: [] } }],
    ['while the card is still listed', { now: { status: 4, iccids: [A, B] } }],
    ['by an empty list where the answer was lost', { isAccepted: false, now: { status: 4, iccids: [] } }],
    [
      'by an empty list in an order that was partly cancelled before',
      { before: { status: 4, iccids: [A, B] }, now: { status: 4, iccids: [] } },
    ],
    ['when nobody knows what stood there before', { before: null }],
    ['for a card that was not listed before', { before: { status: 4, iccids: [B, C] } }],
  ])('%s', (_, some) => {
    expect(isReturnProven(reading(some))).toBe(false)
  })
})
