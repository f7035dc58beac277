import { z } from 'zod'
import { ALARM_KINDS } from '#lib/operations/rules/alarms.ts'
import { parseOwnDevices } from '#lib/settings/rules/own-devices.ts'
import { INTERCOM_REGIONS, TOOL_PATTERNS } from '#lib/settings/rules/tools.ts'

const hex = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i)
  .transform((text) => text.toLowerCase())
const item = (max: number) =>
  z
    .string()
    .trim()
    .regex(/^\P{C}+$/u)
    .max(max)
const items = (max: number) => z.string().trim().min(1).max(max)
const mailbox = z.email().max(254).trim()
const picture = { hash: z.string().regex(/^[\w-]{22}$/), width: z.int().positive(), height: z.int().positive() }
const days = z.int().min(7).max(730)
/** A host as people copy it: with `https://` before it and a slash behind. A path, a port or another scheme is refused. */
const httpsHost = z
  .string()
  .trim()
  .toLowerCase()
  .transform((text) => text.replace(/^https:\/\//, '').replace(/\/$/, ''))
  .pipe(z.string().regex(TOOL_PATTERNS.host))
const id = (pattern: RegExp) => z.string().trim().regex(pattern)

/**
 * How many order calls may be under way for the account at once. Six carry five orders a second while calls take 0.7 s on
 * average. `most` is the number of rows that the database has for them.
 */
export const IN_FLIGHT = { usual: 6, min: 1, max: 16 } as const

/** Every setting that the owner changes in the back office, by its key. What is not stored has its default. */
export const SETTING_SCHEMAS = {
  'shop.name': item(40),
  'shop.seller': items(300),
  'shop.support_email': mailbox,
  'shop.languages': z
    .array(z.string().regex(/^[a-z]{2}$/))
    .min(1)
    .max(20),
  'shop.accent': z.strictObject({ light: hex, dark: hex }),
  'shop.logo': z.strictObject({ ...picture, hasName: z.boolean() }),
  'shop.icon': z.strictObject(picture),
  // Phones that the store adds to the list of compatible devices, one on each line.
  'shop.devices': items(5_000).refine((text) => parseOwnDevices(text) !== null),
  // By the number of the destination.
  'shop.destinations': z.record(
    z.string().regex(/^[1-9]\d{0,8}$/),
    z.strictObject({ ...picture, type: z.literal('jpeg').optional() }),
  ),
  'mails.sender_name': item(60),
  'mails.reply_to': mailbox,
  'mails.opened': z.boolean(),
  'mails.copy': z.boolean(),
  'mails.code': z.boolean(),
  'mails.reminders': z.boolean(),
  'mails.abandoned': z.boolean(),
  'alarms.to': mailbox,
  'alarms.language': z.string().regex(/^[a-z]{2}$/),
  'alarms.off': z.array(z.enum(ALARM_KINDS)).max(ALARM_KINDS.length),
  'payments.off': z.array(z.enum(['stripe', 'bank_transfer', 'test'])).max(3),
  'acts.second_person': z.enum(['always', 'never']),
  'orders.inFlight': z.int().min(IN_FLIGHT.min).max(IN_FLIGHT.max),
  'sync.paceMs': z.int().min(0).max(60_000),
  'tax.rate': z.string().regex(/^(?!0*(\.0*)?$)\d{1,2}(\.\d{1,2})?$/),
  // Where rates are fetched from, and how many days old one may be.
  'currencies.url': z.url({ protocol: /^https?$/ }).max(500),
  'currencies.days': z.int().min(1).max(90),
  'retention.codes': days,
  'retention.calls': days,
  'retention.quotes': days,
  'retention.mails': days,
  'retention.visits': days,
  // Analytics and chat of others, on public pages alone.
  'tools.plausible': httpsHost,
  'tools.plausible_host': httpsHost,
  'tools.matomo_host': httpsHost,
  'tools.matomo': id(TOOL_PATTERNS.matomo),
  'tools.ga4': id(TOOL_PATTERNS.ga4),
  'tools.meta': id(TOOL_PATTERNS.meta),
  'tools.crisp': id(TOOL_PATTERNS.crisp),
  'tools.intercom': id(TOOL_PATTERNS.intercom),
  'tools.intercom_region': z.enum(INTERCOM_REGIONS),
  'tools.consent': z.boolean(),
  // The shop's own count of visits.
  'tools.visits': z.boolean(),
  'till.notice': z.strictObject({ isClosed: z.boolean(), words: z.record(z.string().regex(/^[a-z]{2}$/), items(400)) }),
} as const satisfies Record<string, z.ZodType>

export type SettingKey = keyof typeof SETTING_SCHEMAS
export type SettingValue<Key extends SettingKey> = z.output<(typeof SETTING_SCHEMAS)[Key]>

/** The keys of all settings, for a schema of what may be asked. */
export const SETTING_KEYS = Object.keys(SETTING_SCHEMAS) as [SettingKey, ...SettingKey[]]

/** How many days old rows are kept where nobody said otherwise. */
export const RETENTION_DAYS = { codes: 90, calls: 180, quotes: 30, mails: 30, visits: 730 } as const

/** Reads a stored value, `null` where none is stored or where it cannot be read: the default then holds. */
export function toSetting<Key extends SettingKey>(key: Key, stored: unknown): SettingValue<Key> | null {
  const result = SETTING_SCHEMAS[key].safeParse(stored)

  return result.success ? (result.data as SettingValue<Key>) : null
}

/** A value of a setting as it travels. */
export type SettingJson = string | number | boolean | null | SettingJson[] | { [key: string]: SettingJson }

/** The parts of the settings, in their order. */
export const SETTING_SECTIONS = [
  'shop',
  'languages',
  'connection',
  'payments',
  'delivery',
  'mails',
  'legal',
  'tools',
  'limits',
  'tax',
  'data',
  'maintenance',
] as const
export type SettingSection = (typeof SETTING_SECTIONS)[number]

type Choice = { value: string; label: string; isFixed: boolean }

/**
 * A setting with its control. `fallback` is what holds while nothing is stored. `many`: those that are ticked;
 * `manyOff`: the stored list holds those that are not.
 */
export type SettingField = { key: string; stored: SettingJson } & (
  | { control: 'line' | 'lines' | 'email'; fallback: string; max: number }
  | { control: 'number'; fallback: number; min: number; max: number }
  | { control: 'switch'; fallback: boolean }
  | { control: 'choice'; options: readonly string[] }
  | { control: 'many'; options: readonly Choice[]; fallback: readonly string[] }
  | { control: 'manyOff'; options: readonly Choice[] }
)

/** A value of the environment by its name: whether it is there, never what it is. */
export type EnvironmentDetail = { name: string; isSet: boolean }

/** A step of setting a shop up, and whether it is done. `later`: it works without. */
export type SetupStep = { step: SetupStepName; state: 'done' | 'open' | 'later'; href: string }
export const SETUP_STEPS = ['connection', 'sync', 'prices', 'payments', 'mail', 'shop', 'legal', 'order'] as const
export type SetupStepName = (typeof SETUP_STEPS)[number]

/** A change of a setting as the trail has it: the act, what it was about, and both values as they were stored. */
export type SettingPast = {
  id: string
  at: Date
  by: string
  act: string
  what: string
  before: SettingJson
  after: SettingJson
}
