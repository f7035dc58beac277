import 'server-only'
import { type Environment, env } from '#lib/core/env.ts'
import { DEFAULT_LOCALE, type Locale, localeName, STAFF_LOCALES } from '#lib/core/i18n/config.ts'
import { type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { readSession } from '#lib/operations/repository/admin-health.ts'
import { ALARM_KINDS } from '#lib/operations/rules/alarms.ts'
import { listStaffNames } from '#lib/orders/repository/admin-order.ts'
import { listCapabilities } from '#lib/provider/repository/capabilities.ts'
import { toCapabilities } from '#lib/provider/rules/capabilities.ts'
import { getStore } from '#lib/settings/queries/store-details.ts'
import {
  listSettingChanges,
  readSettings,
  readSetupDetails,
  type SettingTrail,
} from '#lib/settings/repository/settings.ts'
import { listKnownLocales, listLegalHeads } from '#lib/settings/repository/texts.ts'
import { LEGAL_PAGES } from '#lib/settings/rules/legal-pages.ts'
import {
  type EnvironmentDetail,
  IN_FLIGHT,
  RETENTION_DAYS,
  type SettingField,
  type SettingJson,
  type SettingKey,
  type SettingPast,
  type SettingSection,
  type SetupStep,
} from '#lib/settings/rules/settings.ts'
import { INTERCOM_REGIONS, PLAUSIBLE_CLOUD, TOOL_KEYS } from '#lib/settings/rules/tools.ts'

const PAST = 8

/** Where the settings of a section stand, its pictures and notices included. */
const SECTION_KEYS: Record<SettingSection, readonly SettingKey[]> = {
  shop: ['shop.name', 'shop.seller', 'shop.support_email', 'shop.accent', 'shop.logo', 'shop.icon', 'shop.devices'],
  languages: ['shop.languages'],
  connection: [],
  payments: ['payments.off'],
  delivery: ['mails.opened', 'mails.copy', 'mails.code', 'mails.reminders', 'mails.abandoned'],
  mails: ['mails.sender_name', 'mails.reply_to', 'alarms.to', 'alarms.language', 'alarms.off'],
  legal: [],
  tools: ['tools.visits', ...TOOL_KEYS],
  limits: ['acts.second_person', 'orders.inFlight', 'sync.paceMs'],
  tax: ['tax.rate'],
  data: ['retention.codes', 'retention.calls', 'retention.quotes', 'retention.mails', 'retention.visits'],
  maintenance: ['till.notice'],
}

/** What other acts belong to a section. */
const SECTION_EVENTS: Partial<Record<SettingSection, readonly string[]>> = {
  languages: ['language.added', 'language.changed', 'language.removed'],
  connection: ['capability.set'],
  legal: ['legal.published'],
  limits: ['limit.changed'],
  maintenance: ['till.opened'],
}

const SECTION_ENVIRONMENT: Partial<Record<SettingSection, readonly (keyof Environment)[]>> = {
  connection: [
    'RESELLER_API_URL',
    'RESELLER_API_HTTP_URL',
    'RESELLER_API_PHONE',
    'RESELLER_API_PASSWORD',
    'RESELLER_API_SECRET',
  ],
  payments: [
    'PAYMENT_PROVIDERS',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'STRIPE_PUBLISHABLE_KEY',
    'BANK_TRANSFER_HOLDER',
    'BANK_TRANSFER_ACCOUNT',
  ],
  mails: ['SMTP_URL', 'MAIL_FROM'],
}

/** What the audit log has about a section. */
export function trailOf(section: SettingSection): SettingTrail {
  return { keys: SECTION_KEYS[section], actions: SECTION_EVENTS[section] ?? [] }
}

/** Reads the settings of a section that have a plain control. Throws `forbidden`. */
export async function getSettingFields(caller: Caller, section: SettingSection): Promise<SettingField[]> {
  requirePermission(caller, 'settings.change')
  const stored: Partial<Record<SettingKey, unknown>> = await readSettings(SECTION_KEYS[section])
  const locales = section === 'languages' ? await listKnownLocales() : []

  return SECTION_KEYS[section].flatMap((key) => {
    const control = key === 'shop.languages' ? languagesControl(locales) : controlOf(key)

    return control ? [{ key, stored: (stored[key] ?? null) as SettingJson, ...control }] : []
  })
}

function languagesControl(locales: readonly Locale[]): Control {
  const options = locales.map((value) => ({ value, label: localeName(value), isFixed: value === DEFAULT_LOCALE }))

  return { control: 'many', options, fallback: STAFF_LOCALES }
}

/** Reads name, looks and notice of the shop as they are stored, `null` where nothing is. Throws `forbidden`. */
export async function getStoredAppearance(caller: Caller) {
  requirePermission(caller, 'settings.change')

  return readSettings(['shop.accent', 'shop.logo', 'shop.icon', 'till.notice'])
}

/** Tells which values of the environment a section needs and which of them are set. Never the values. */
export function getEnvironment(caller: Caller, section: SettingSection): EnvironmentDetail[] {
  requirePermission(caller, 'settings.change')

  return (SECTION_ENVIRONMENT[section] ?? []).map((name) => ({ name, isSet: Boolean(env[name]) }))
}

/** Reads what the network is said to do. Throws `forbidden`. */
export async function getCapabilityValues(caller: Caller) {
  requirePermission(caller, 'settings.change')

  return toCapabilities(await listCapabilities())
}

/** Reads the youngest changes of a section. Throws `forbidden`. */
export async function listSettingPast(caller: Caller, section: SettingSection): Promise<SettingPast[]> {
  requirePermission(caller, 'settings.change')
  const rows = await listSettingChanges(trailOf(section), PAST)
  const names = await listStaffNames(rows.map(({ actor }) => idOf(actor)))

  return rows.map(({ id, at, actor, act, subject, before, after }) => ({
    ...{ id: String(id), at, act, by: names.get(idOf(actor)) ?? actor, what: subject },
    ...{ before: storedValue(before), after: storedValue(after) },
  }))
}

function idOf(actor: string): string {
  return actor.slice(actor.indexOf(':') + 1)
}

/** A value of the trail; null where nothing was stored. */
function storedValue(details: unknown): SettingJson {
  const value = typeof details === 'object' && details !== null && 'value' in details ? details.value : details

  return (value ?? null) as SettingJson
}

/** A field apart from its key and what is stored. */
type Control = SettingField extends infer One ? (One extends SettingField ? Omit<One, 'key' | 'stored'> : never) : never

const item = (fallback: string | undefined, max: number): Control => ({
  control: 'line',
  fallback: fallback ?? '',
  max,
})
const days = (fallback: number): Control => ({ control: 'number', fallback, min: 7, max: 730 })

const CONTROLS: Partial<Record<SettingKey, () => Control>> = {
  'shop.name': () => item(env.STORE_NAME, 40),
  'shop.seller': () => ({ control: 'lines', fallback: env.SELLER_ADDRESS ?? '', max: 300 }),
  'shop.support_email': () => ({ control: 'email', fallback: env.SUPPORT_EMAIL ?? '', max: 254 }),
  'shop.devices': () => ({ control: 'lines', fallback: '', max: 5_000 }),
  'payments.off': () => ({
    control: 'manyOff',
    options: ['stripe', 'bank_transfer', ...(env.STORE_MODE === 'trial' ? ['test'] : [])].map((value) => ({
      value,
      label: value,
      isFixed: false,
    })),
  }),
  'mails.opened': () => ({ control: 'switch', fallback: true }),
  'mails.copy': () => ({ control: 'switch', fallback: true }),
  'mails.code': () => ({ control: 'switch', fallback: false }),
  'mails.reminders': () => ({ control: 'switch', fallback: true }),
  'mails.abandoned': () => ({ control: 'switch', fallback: false }),
  'mails.sender_name': () => item('', 60),
  'mails.reply_to': () => ({ control: 'email', fallback: '', max: 254 }),
  'alarms.to': () => ({ control: 'email', fallback: '', max: 254 }),
  'alarms.language': () => ({ control: 'choice', options: STAFF_LOCALES }),
  'alarms.off': () => ({
    control: 'manyOff',
    options: ALARM_KINDS.map((value) => ({ value, label: value, isFixed: false })),
  }),
  'acts.second_person': () => ({ control: 'choice', options: ['always', 'never'] }),
  'orders.inFlight': () => ({
    control: 'number',
    fallback: IN_FLIGHT.usual,
    min: IN_FLIGHT.min,
    max: IN_FLIGHT.max,
  }),
  'sync.paceMs': () => ({ control: 'number', fallback: 100, min: 0, max: 60_000 }),
  'tools.visits': () => ({ control: 'switch', fallback: false }),
  'tools.plausible': () => item('', 253),
  'tools.plausible_host': () => item(PLAUSIBLE_CLOUD, 262),
  'tools.matomo_host': () => item('', 262),
  'tools.matomo': () => item('', 9),
  'tools.ga4': () => item('', 18),
  'tools.meta': () => item('', 20),
  'tools.crisp': () => item('', 36),
  'tools.intercom': () => item('', 16),
  'tools.intercom_region': () => ({ control: 'choice', options: INTERCOM_REGIONS }),
  'tools.consent': () => ({ control: 'switch', fallback: false }),
  'tax.rate': () => item('', 5),
  'retention.codes': () => days(RETENTION_DAYS.codes),
  'retention.calls': () => days(RETENTION_DAYS.calls),
  'retention.quotes': () => days(RETENTION_DAYS.quotes),
  'retention.mails': () => days(RETENTION_DAYS.mails),
  'retention.visits': () => days(RETENTION_DAYS.visits),
}

/** The control of a setting, `null` for one that has a form of its own. */
function controlOf(key: SettingKey): Control | null {
  return CONTROLS[key]?.() ?? null
}

/** What a shop is called that nobody has named. */
const USUAL_NAME = 'Landfall'

/** Reads how far a new shop is set up, in the order in which it is done. Throws `forbidden`. */
export async function getSetupList(caller: Caller): Promise<SetupStep[]> {
  requirePermission(caller, 'settings.change')
  const [session, facts, texts, named, store] = await Promise.all([
    readSession(),
    readSetupDetails(),
    listLegalHeads(),
    readSettings(['shop.name']),
    getStore(),
  ])
  const isTrial = env.STORE_MODE === 'trial'
  const isPaid = Boolean(env.STRIPE_SECRET_KEY || env.BANK_TRANSFER_ACCOUNT || (isTrial && env.TEST_PAYMENTS_URL))
  const isNamed = named['shop.name'] !== null || env.STORE_NAME !== USUAL_NAME
  const hasTexts = LEGAL_PAGES.every((page) =>
    store.languages.every((locale) => texts.some((text) => text.page === page && text.locale === locale)),
  )
  const state = (isDone: boolean, otherwise: 'open' | 'later' = 'open') => (isDone ? 'done' : otherwise)

  return [
    {
      step: 'connection',
      state: state(session?.hasToken === true && session.failures === 0),
      href: '/admin/settings/connection',
    },
    { step: 'sync', state: state(facts.hasCatalog), href: '/admin/catalogue?view=coverage' },
    { step: 'prices', state: state(facts.hasOwnPrices, 'later'), href: '/admin/pricing' },
    { step: 'payments', state: state(isPaid), href: '/admin/settings/payments' },
    { step: 'mail', state: state(facts.hasSentMail), href: '/admin/settings/mails' },
    {
      step: 'shop',
      state: state(isNamed && store.seller !== null && store.supportEmail !== null),
      href: '/admin/settings/shop',
    },
    { step: 'legal', state: state(hasTexts), href: '/admin/settings/legal' },
    { step: 'order', state: state(facts.hasDelivered), href: '/admin/orders' },
  ]
}
