import { z } from 'zod'

const onOff = z.enum(['on', 'off'])

/** Every capability by the key of its row, with the values it may have; the first one is the default. */
export const CAPABILITY_VALUES = {
  'order.otherOrderId': onOff,
  'order.otherItemId': onOff,
  'order.daypassDays': onOff,
  'order.beginDate': onOff,
  'order.beginDateFormat': z.string().refine(isStartDateFormat),
  'order.daypassPrice': z.enum(['per-day', 'total']),
  'lookup.reference': z.enum(['unproven', 'yes', 'no']),
  'cancel.listDrops': z.enum(['unproven', 'yes']),
} as const satisfies Record<string, z.ZodType<string>>

export type CapabilityKey = keyof typeof CAPABILITY_VALUES

/** The keys of all capabilities, for a schema of what may be asked. */
export const CAPABILITY_KEYS = Object.keys(CAPABILITY_VALUES) as [CapabilityKey, ...CapabilityKey[]]

/** Tells whether a form of a day holds `yyyy`, `MM` and `dd` once each and nothing else but separators. */
export function isStartDateFormat(format: string): boolean {
  const rest = format.replace('yyyy', '').replace('MM', '').replace('dd', '')

  return rest.length === format.length - 8 && /^[-/. ]{0,4}$/.test(rest)
}

/** What the provider is known or assumed to do with parameters that its contract does not show. */
export type Capabilities = {
  sendsItemRef: boolean
  sendsAttemptRef: boolean
  sendsDays: boolean
  sendsStartDate: boolean
  startDateFormat: string
  /** Whether the cost of a day pass counts per day, or stands for all its days. */
  dayPassCost: 'per-day' | 'total'
  referenceLookup: 'unproven' | 'yes' | 'no'
  /** Whether the order list was once seen to stop naming an eSIM that was taken back. */
  listDropsCancelled: boolean
}

/** Returns the capabilities of stored rows; a missing or unreadable value is the default. */
export function toCapabilities(rows: readonly { key: string; value: string }[]): Capabilities {
  const values = new Map(rows.map(({ key, value }) => [key, value]))
  const read = <Value extends string>(key: CapabilityKey, schema: z.ZodType<Value>, fallback: Value) =>
    schema.safeParse(values.get(key)).data ?? fallback
  const isOn = (key: CapabilityKey) => read(key, onOff, 'on') === 'on'

  return {
    sendsItemRef: isOn('order.otherOrderId'),
    sendsAttemptRef: isOn('order.otherItemId'),
    sendsDays: isOn('order.daypassDays'),
    sendsStartDate: isOn('order.beginDate'),
    startDateFormat: read('order.beginDateFormat', CAPABILITY_VALUES['order.beginDateFormat'], 'MM/dd/yyyy'),
    dayPassCost: read('order.daypassPrice', CAPABILITY_VALUES['order.daypassPrice'], 'per-day'),
    // Without our reference in the order there is nothing to look up by, whatever was learned before.
    referenceLookup: isOn('order.otherOrderId')
      ? read('lookup.reference', CAPABILITY_VALUES['lookup.reference'], 'unproven')
      : 'no',
    listDropsCancelled: values.get('cancel.listDrops') === 'yes',
  }
}

/** Returns the value that each capability has for whoever looks at it: the default where nothing is stored. */
export function capabilityValues(capabilities: Capabilities): Record<CapabilityKey, string> {
  const named = (isOn: boolean) => (isOn ? 'on' : 'off')

  return {
    'order.otherOrderId': named(capabilities.sendsItemRef),
    'order.otherItemId': named(capabilities.sendsAttemptRef),
    'order.daypassDays': named(capabilities.sendsDays),
    'order.beginDate': named(capabilities.sendsStartDate),
    'order.beginDateFormat': capabilities.startDateFormat,
    'order.daypassPrice': capabilities.dayPassCost,
    'lookup.reference': capabilities.referenceLookup,
    'cancel.listDrops': capabilities.listDropsCancelled ? 'yes' : 'unproven',
  }
}

/** Returns what capabilities say about selling: which plans need what is not sent, and how day passes are counted. */
export function saleSwitches({ sendsDays, sendsStartDate, dayPassCost }: Capabilities) {
  return { canSendDays: sendsDays, canSendStartDate: sendsStartDate, dayPassCost }
}

/** How many lines must have proven that nothing is bought with an answer before a person may file it as a refusal. */
export const LEAST_PROOFS = 3
