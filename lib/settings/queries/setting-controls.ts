import 'server-only'
import { env } from '#lib/core/env.ts'
import { DEFAULT_LOCALE, LOCALE_NAMES, LOCALES } from '#lib/core/i18n/config.ts'
import { ALARM_KINDS } from '#lib/operations/rules/alarms.ts'
import type { SettingField } from '#lib/settings/rules/admin-settings.ts'
import { IN_FLIGHT, RETENTION_DAYS, type SettingKey } from '#lib/settings/rules/settings.ts'

/** A field apart from its key and what is stored. */
type Control = SettingField extends infer One ? (One extends SettingField ? Omit<One, 'key' | 'stored'> : never) : never

const line = (fallback: string | undefined, most: number): Control => ({
  control: 'line',
  fallback: fallback ?? '',
  most,
})
const days = (fallback: number): Control => ({ control: 'number', fallback, least: 7, most: 730 })

const CONTROLS: Partial<Record<SettingKey, () => Control>> = {
  'shop.name': () => line(env.STORE_NAME, 40),
  'shop.seller': () => ({ control: 'lines', fallback: env.SELLER_ADDRESS ?? '', most: 300 }),
  'shop.support_email': () => ({ control: 'email', fallback: env.SUPPORT_EMAIL ?? '', most: 254 }),
  'shop.languages': () => ({
    control: 'many',
    options: LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value], isFixed: value === DEFAULT_LOCALE })),
  }),
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
  'mails.sender_name': () => line('', 60),
  'mails.reply_to': () => ({ control: 'email', fallback: '', most: 254 }),
  'alarms.to': () => ({ control: 'email', fallback: '', most: 254 }),
  'alarms.language': () => ({ control: 'choice', options: LOCALES }),
  'alarms.off': () => ({
    control: 'manyOff',
    options: ALARM_KINDS.map((value) => ({ value, label: value, isFixed: false })),
  }),
  'acts.second_person': () => ({ control: 'choice', options: ['always', 'never'] }),
  'orders.inFlight': () => ({
    control: 'number',
    fallback: IN_FLIGHT.usual,
    least: IN_FLIGHT.least,
    most: IN_FLIGHT.most,
  }),
  'sync.paceMs': () => ({ control: 'number', fallback: 100, least: 0, most: 60_000 }),
  'tax.rate': () => line('', 5),
  'retention.codes': () => days(RETENTION_DAYS.codes),
  'retention.calls': () => days(RETENTION_DAYS.calls),
  'retention.quotes': () => days(RETENTION_DAYS.quotes),
  'retention.mails': () => days(RETENTION_DAYS.mails),
}

/** The control of a setting, `null` for one that has a form of its own. */
export function controlOf(key: SettingKey): Control | null {
  return CONTROLS[key]?.() ?? null
}
