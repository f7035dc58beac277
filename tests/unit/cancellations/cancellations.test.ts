import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { cancelOptions } from '#components/cancellations/admin/cancel-esims.ts'
import {
  type CancellationReading,
  isCancellationProven,
  type SeenOrder,
  standsAsBefore,
} from '#lib/cancellations/rules/cancellation-readings.ts'
import { readTree } from '#tests/support/tree.ts'

const [A, B, C] = ['8900000000001', '8900000000002', '8900000000003']

const seen = (status: number, iccids: string[], profiles: SeenOrder['profiles'] = {}): SeenOrder => ({
  ...{ status, iccids, profiles: profiles && { [A]: null, [B]: null, [C]: null, ...profiles } },
})

function reading(some: Partial<CancellationReading> = {}): CancellationReading {
  return {
    asked: [A],
    before: seen(0, [A, B, C]),
    isAccepted: true,
    isAlone: true,
    listDropsCancelled: false,
    now: seen(4, [A, B, C]),
    ...some,
  }
}

const lost = { isAccepted: false }
const partlyBefore = seen(4, [A, B, C])

describe('a return is proven', () => {
  test.each<[string, Partial<CancellationReading>]>([
    ['by a cancelled order', { now: seen(2, []) }],
    ['by a cancelled order, even after a lost answer', { ...lost, now: seen(2, []) }],
    ['by 0 to 4 after success, though the list goes on naming it', {}],
    ['by 0 to 4 after success, though its profile is said to live', { now: seen(4, [A, B, C], { [A]: 'ACTIVE' }) }],
    ['by 0 to 4 after success, where the list drops eSIMs', { listDropsCancelled: true, now: seen(4, [B, C]) }],
    ['by 0 to 4 after success, where the list is empty', { listDropsCancelled: true, now: seen(4, []) }],
    ['by 0 to 4 after a lost answer, where its profile says nothing', lost],
    [
      'by 0 to 4 after a lost answer, where its profile has gone',
      { ...lost, now: seen(4, [A, B, C], { [A]: 'Delete' }) },
    ],
    ['by the list that dropped it alone', { ...lost, isAlone: false, now: seen(4, [B, C]) }],
    ['in an order that stood at 4, by the list', { ...lost, before: seen(4, [A, B]), now: seen(4, [B]) }],
    [
      'in an order that stood at 4, by success and its profile',
      { before: seen(4, [A, B, C], { [A]: 'ACTIVE' }), now: seen(4, [A, B, C], { [A]: 'Disable' }) },
    ],
    [
      'in an order that stood at 4, by a profile that was on no phone and is gone',
      { ...lost, before: partlyBefore, now: seen(4, [A, B, C], { [A]: 'Disable' }) },
    ],
  ])('%s', (_, some) => {
    expect(isCancellationProven(reading(some))).toBe(true)
  })
})

describe('a return is not proven', () => {
  test.each<[string, Partial<CancellationReading>]>([
    ['by an order that is still active', { now: seen(0, [A, B, C]) }],
    ['by an order that could not be read', { now: null }],
    ['by a status without a known meaning', { now: seen(5, []) }],
    ['while a list that drops eSIMs still names it', { listDropsCancelled: true }],
    ['while the list has dropped another eSIM and still names it', { now: seen(4, [A, B]) }],
    ['when nobody knows what stood there before', { before: null }],
    ['when another request changed the order meanwhile', { isAlone: false }],
    ['after a lost answer, while its profile is said to live', { ...lost, now: seen(4, [A, B, C], { [A]: 'Enable' }) }],
    ['after a lost answer, while no profile could be read', { ...lost, now: seen(4, [A, B, C], null) }],
    [
      'after a lost answer, when one of two has gone',
      { ...lost, asked: [A, B], now: seen(4, [A, B, C], { [A]: 'Disable' }) },
    ],
    ['when the profile of another eSIM has gone', { now: seen(4, [A, B, C], { [B]: 'Disable' }) }],
    ['in an order that stood at 4, by success alone', { before: partlyBefore }],
    [
      'in an order that stood at 4, by a profile that a phone may have disabled',
      { ...lost, before: seen(4, [A, B, C], { [A]: 'Enable' }), now: seen(4, [A, B, C], { [A]: 'Disable' }) },
    ],
    ['in an order that stood at 4, by an empty list', { ...lost, before: seen(4, [A, B]), now: seen(4, []) }],
    [
      'in an order that stood at 4, by a profile that had gone before',
      { before: seen(4, [A, B], { [A]: 'Disable' }), now: seen(4, [A, B], { [A]: 'Disable' }) },
    ],
  ])('%s', (_, some) => {
    expect(isCancellationProven(reading(some))).toBe(false)
  })
})

describe('an order stands as before', () => {
  test.each<[string, Partial<CancellationReading>, boolean, boolean]>([
    ['at 0', { now: seen(0, [A, B, C]) }, true, true],
    ['at 4, which alone does not show it', { before: partlyBefore }, true, false],
    [
      'at 4, with a profile that lives',
      { before: partlyBefore, now: seen(4, [A, B, C], { [A]: 'ACTIVE' }) },
      true,
      true,
    ],
    ['at 4, still named by a list that drops eSIMs', { before: partlyBefore, listDropsCancelled: true }, true, true],
    ['not when its status changed', {}, false, false],
    ['not when its list is shorter', { before: partlyBefore, now: seen(4, [A, B]) }, false, false],
    ['not when the profile has gone', { now: seen(0, [A, B, C], { [A]: 'Disable' }) }, false, false],
    ['not when it could not be read', { now: null }, false, false],
  ])('%s', (_, some, isSame, isSure) => {
    expect(standsAsBefore(reading(some))).toEqual({ isSame, isSure })
  })
})

/** Where the one call stands that ends the right to cancel. */
const CALL = 'lib/fulfilment/commands/read-full-record.ts'
const HANDLER = 'app/api/admin/orders/[id]/record/route.ts'

const sources = new Map(readTree().map(({ file, text }) => [file, text]))

function importsOf(file: string): string[] {
  const names = [...(sources.get(file) ?? '').matchAll(/\b(?:from|import)\s*\(?\s*["']([^"'\s]+)["']/g)]

  return names
    .map(([, name = '']) => (name.startsWith('#') ? name.slice(1) : path.posix.join(path.posix.dirname(file), name)))
    .filter((target) => sources.has(target))
}

/** Everything that is loaded with these files. */
function reachOf(files: string[]): Set<string> {
  const reached = new Set(files)
  for (const file of reached) for (const target of importsOf(file)) reached.add(target)

  return reached
}

const all = [...sources.keys()]
const pages = all.filter((file) => /^app\/.*\/(page|layout|error|not-found|template)\.tsx$/.test(file))

test('the walk follows imports: the act itself reaches the call, and pages reach the upstream', () => {
  expect(pages.length).toBeGreaterThan(60)
  expect(reachOf([HANDLER]).has(CALL)).toBe(true)
  expect(reachOf(pages).has('lib/provider/commands/current-provider.ts')).toBe(true)
})

test.each(pages)('D10 %s cannot end the right to cancel, whoever opens it', (page) => {
  expect(reachOf([page]).has(CALL)).toBe(false)
})

test('D10 neither can a job, a start, or any route but the one act', () => {
  const others = all.filter((file) =>
    /^(lib\/([a-z]+\/)?worker\/|instrumentation|proxy|lib\/server\/|app\/.*\/route\.ts$)/.test(file),
  )

  expect(others.filter((file) => reachOf([file]).has(CALL))).toEqual([HANDLER])
})

test('of eSIMs to choose from, one that is known to be refused cannot be chosen, and none are offered where all are', () => {
  const options = [A, B].map((value) => ({ value, label: value }))
  const answersOf = (...all: ('yes' | 'no' | 'ask')[]) =>
    all.map((answer, index) => ({ esimId: [A, B][index] ?? '', answer }))
  const open = (...answers: Parameters<typeof answersOf>) =>
    cancelOptions(options, answersOf(...answers)).map(({ isDisabled }) => !isDisabled)

  expect(open('no', 'ask')).toEqual([false, true])
  expect(open('yes')).toEqual([true, true])
  expect(open('no', 'no')).toEqual([])
})
