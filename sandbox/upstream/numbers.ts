import { randomBytes } from 'node:crypto'
import { stamp } from '#sandbox/upstream/clock.ts'
import type { World } from '#sandbox/upstream/world.ts'

/** Two letters, the day in GMT+8, six digits; never given out twice. */
export function nextOrderNum(world: World, letters: 'EP' | 'ER', at: number): { orderNum: string; id: number } {
  for (;;) {
    world.sequence.order += 1
    const orderNum = `${letters}${stamp.compactDay(at)}${String(world.sequence.order % 1_000_000).padStart(6, '0')}`
    if (!world.orders.has(orderNum)) return { orderNum, id: world.sequence.order }
  }
}

/** An ICCID with 19 digits, every seventh one with 18: both lengths are in use. */
export function nextIccid(world: World): string {
  world.sequence.card += 1
  const digits = world.sequence.card % 7 === 0 ? 11 : 12

  return `8948010${String(world.sequence.card).padStart(digits, '0')}`
}

export function nextEntryId(world: World): number {
  world.sequence.entry += 1

  return world.sequence.entry
}

export function newMatchingId(): string {
  return randomBytes(16).toString('hex').toUpperCase()
}

/** The physical cards this account already holds from a partner: ten of each, always the same. */
export function heldIccids(dpId: number): string[] {
  return Array.from({ length: 10 }, (_, index) => `89860${String(dpId).padStart(2, '0')}00000000000${index}`)
}
