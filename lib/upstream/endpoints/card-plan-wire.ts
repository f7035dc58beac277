import { z } from 'zod'
import type { CardKind, CardPlan } from '#lib/domain/upstream-order.ts'
import { parseUpstreamInstant } from '#lib/upstream/dates.ts'
import { toDataAmount } from '#lib/upstream/endpoints/plan-wire.ts'
import { integer, list, measure, text } from '#lib/upstream/wire.ts'

const cardPlanWire = z.object({
  id: text,
  flows: measure,
  unit: text,
  days: integer,
  usedMb: measure,
  usedMB: measure,
  name: text,
  iccid: text,
  status: integer,
  beginDate: text,
  endDate: text,
  supportDaypass: integer,
})

/** The plans on the cards of an order; `null` or no list reads as empty. */
export const cardPlanListWire = list(cardPlanWire)

/** Returns one plan on a card. Usage that was not reported is `null`, never 0. */
export function toCardPlan(wire: z.output<typeof cardPlanWire>): CardPlan {
  return {
    id: wire.id,
    name: wire.name,
    iccid: wire.iccid,
    dataAmount: toDataAmount(wire.flows, wire.unit),
    validityDays: wire.days,
    usedMb: wire.usedMb ?? wire.usedMB,
    status: wire.status,
    beginsAt: parseUpstreamInstant(wire.beginDate),
    endsAt: parseUpstreamInstant(wire.endDate),
    isDayPass: toDayPassFlag(wire.supportDaypass),
  }
}

/** Returns whether 0 or 1 stands for a DayPass; `null` for other numbers, which nobody explains. */
export function toDayPassFlag(value: number | null): boolean | null {
  if (value === 0) return false

  return value === 1 ? true : null
}

/** Returns what a card type number stands for; `null` for numbers without a meaning. */
export function toCardKind(cardType: number | null): CardKind | null {
  if (cardType === 0) return 'esim'

  return cardType === 1 ? 'physical' : null
}

/** Returns whether a `flowType` allows top-ups: their flag says "not renewable", ours the opposite. */
export function toTopUpRight(flowType: number | null): boolean | null {
  if (flowType === 0) return true

  return flowType === 1 ? false : null
}
