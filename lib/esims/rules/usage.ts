import { type EsimPlan, USED_FORMS, type UsedForm } from '#lib/provider/rules/provider-order.ts'

/** What the network said about one plan on one eSIM, and when it was asked. Amounts in MB, `null` when not reported. */
export type UsageReading = {
  usedMb: number | null
  usedForm: UsedForm
  totalMb: number | null
  isDayPass: boolean | null
  beginsAt: Date | null
  endsAt: Date | null
  readAt: Date
}

/**
 * Which sentence fits: `number` and `text` name a figure as it came, `old` one that is no longer news, `not_started` a
 * plan that nobody began (`old_not_started` when that was read long ago), `ended` a final figure; `empty`, `missing` and `unreadable` say what the answer lacked.
 */
export type UsageSentence =
  | 'never'
  | 'number'
  | 'text'
  | 'old'
  | 'old_not_started'
  | 'not_started'
  | 'ended'
  | 'empty'
  | 'missing'
  | 'unreadable'

/** What a page shows about the usage of an eSIM. `percent` only where both amounts are known for the whole plan. */
export type UsageView = {
  sentence: UsageSentence
  facts: UsageReading | null
  isOld: boolean
  percent: number | null
  /** When the network may be asked again; `null` when it may at once. */
  nextRequestAt: Date | null
  /** Whether the network reports a chip number, and when it was asked; `null` when it never was. */
  signal: { hasChip: boolean; readAt: Date } | null
}

const MB_PER_GB = 1024
const OLD_AFTER_MS = 12 * 3_600_000

/** The network is asked about an order once in this time, however often somebody presses. */
export const REQUEST_EVERY_MS = 5 * 60_000

/** Returns what a plan in an answer says about usage. */
export function toUsageReading(plan: EsimPlan, readAt: Date): UsageReading {
  const { usedMb, usedForm, dataAmount, isDayPass, beginsAt, endsAt } = plan
  const totalMb = dataAmount === null ? null : dataAmount.value * (dataAmount.unit === 'GB' ? MB_PER_GB : 1)

  return { usedMb, usedForm, totalMb, isDayPass, beginsAt, endsAt, readAt }
}

/** Reads a stored form; anything that is not one of ours counts as missing. */
export function toUsedForm(text: string): UsedForm {
  return USED_FORMS.find((form) => form === text) ?? 'missing'
}

/** Returns the sentence for what was read last, `null` when nothing ever was. Unknown never becomes 0. */
export function usageSentence(facts: UsageReading | null, now: Date): UsageSentence {
  if (facts === null) return 'never'
  if (facts.usedMb === null) return facts.usedForm === 'text' ? 'unreadable' : whatLacks(facts.usedForm)
  if (facts.endsAt !== null && facts.endsAt <= now && facts.readAt >= facts.endsAt) return 'ended'
  const isOld = isOldReading(facts, now)
  if (facts.usedMb === 0 && facts.beginsAt === null) return isOld ? 'old_not_started' : 'not_started'
  if (isOld) return 'old'

  return facts.usedForm === 'text' ? 'text' : 'number'
}

/** Tells whether a reading is too old to be news. */
export function isOldReading({ readAt }: UsageReading, now: Date): boolean {
  return now.getTime() - readAt.getTime() > OLD_AFTER_MS
}

/** Returns how much of a plan is used, 0 to 100 and more; `null` when not known, and for day passes. */
export function usedPercent({ usedMb, totalMb, isDayPass }: Omit<UsageReading, 'readAt'>): number | null {
  // A day pass counts its amount anew each day: a part of the trip cannot be told.
  if (usedMb === null || totalMb === null || totalMb <= 0 || isDayPass === true) return null

  return (usedMb / totalMb) * 100
}

/** Returns what counts now among the plans of an eSIM: the one that runs, else the next one to start, else the last. */
export function currentUsage<Details extends UsageReading>(readings: readonly Details[], now: Date): Details | null {
  const isOver = ({ endsAt }: Details) => endsAt !== null && endsAt <= now
  const hasBegun = ({ beginsAt }: Details) => beginsAt !== null && beginsAt <= now
  const open = readings.filter((facts) => !isOver(facts))
  const lastEnded = readings.toSorted((a, b) => (b.endsAt?.getTime() ?? 0) - (a.endsAt?.getTime() ?? 0))[0]

  return open.find(hasBegun) ?? open[0] ?? lastEnded ?? null
}

/** Returns everything a page shows, from what is stored. */
export function toUsageView(
  readings: readonly UsageReading[],
  { askedAt, signal, now }: { askedAt: Date | null; signal: UsageView['signal']; now: Date },
): UsageView {
  const facts = currentUsage(readings, now)
  const next = askedAt === null ? null : new Date(askedAt.getTime() + REQUEST_EVERY_MS)

  return {
    sentence: usageSentence(facts, now),
    facts,
    isOld: facts !== null && isOldReading(facts, now),
    percent: facts === null ? null : usedPercent(facts),
    nextRequestAt: next !== null && next > now ? next : null,
    signal,
  }
}

function whatLacks(form: UsedForm): 'empty' | 'missing' {
  return form === 'missing' ? 'missing' : 'empty'
}
