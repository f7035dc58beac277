import { z } from 'zod'
import { parseProviderInstant } from '#lib/provider/dates.ts'
import { toDataAmount } from '#lib/provider/endpoints/plan-wire.ts'
import { type EsimKind, type EsimPlan, USED_FORMS, type UsedForm } from '#lib/provider/rules/provider-order.ts'
import { integer, list, measure, text } from '#lib/provider/wire.ts'

const cardPlanFields = z.object({
  usedForm: z.enum(USED_FORMS).catch('missing'),
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

// The readers make one null of everything without an amount; how it arrived has to be noted before.
const cardPlanWire = z.preprocess(
  (raw) => (typeof raw === 'object' && raw !== null ? { ...raw, usedForm: toUsedForm(raw) } : raw),
  cardPlanFields,
)

/** The plans on the eSIMs of an order; `null` or no list reads as empty. */
export const cardPlanListWire = list(cardPlanWire)

/** Returns one plan on an eSIM. Usage that was not reported is `null`, never 0. */
export function toEsimPlan(wire: z.output<typeof cardPlanWire>): EsimPlan {
  return {
    id: wire.id,
    name: wire.name,
    iccid: wire.iccid,
    dataAmount: toDataAmount(wire.flows, wire.unit),
    validityDays: wire.days,
    usedMb: wire.usedMb ?? wire.usedMB,
    usedForm: wire.usedForm,
    status: wire.status,
    beginsAt: parseProviderInstant(wire.beginDate),
    endsAt: parseProviderInstant(wire.endDate),
    isDayPass: toDayPassFlag(wire.supportDaypass),
  }
}

/** Returns whether 0 or 1 stands for a DayPass; `null` for other numbers, which nobody explains. */
export function toDayPassFlag(value: number | null): boolean | null {
  if (value === 0) return false

  return value === 1 ? true : null
}

/** Returns what an eSIM type number stands for; `null` for numbers without a meaning. */
export function toEsimKind(cardType: number | null): EsimKind | null {
  if (cardType === 0) return 'esim'

  return cardType === 1 ? 'physical' : null
}

/** Returns whether a `flowType` allows top-ups: their flag says "not renewable", ours the opposite. */
export function toTopUpRight(flowType: number | null): boolean | null {
  if (flowType === 0) return true

  return flowType === 1 ? false : null
}

function toUsedForm(raw: { usedMb?: unknown; usedMB?: unknown }): UsedForm {
  const value = raw.usedMb ?? raw.usedMB
  if (value === undefined && raw.usedMb === undefined && !('usedMB' in raw)) return 'missing'
  if (value === null || value === undefined || value === '') return 'empty'

  return typeof value === 'string' ? 'text' : 'number'
}
