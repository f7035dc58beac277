import { getTranslations } from 'next-intl/server'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { LegalText } from '#app/(shop)/legal-text.tsx'
import { LegalForm } from '#components/content/admin/legal-form.tsx'
import { ConnectionTest } from '#components/operations/admin/connection-test.tsx'
import { AccentForm } from '#components/settings/admin/accent-form.tsx'
import { CapabilityForm, type CapabilityView } from '#components/settings/admin/capability-form.tsx'
import { AddForm, ImportForm, LanguageTable } from '#components/settings/admin/language-forms.tsx'
import { DetailPanel, LegalTable, LegalVersions } from '#components/settings/admin/legal-table.tsx'
import { MailTable } from '#components/settings/admin/mail-table.tsx'
import { PictureForm } from '#components/settings/admin/picture-form.tsx'
import { SalesForm } from '#components/settings/admin/sales-form.tsx'
import { SettingsForm } from '#components/settings/admin/settings-form.tsx'
import { Link } from '#components/ui/admin/link.tsx'
import { Mark, Panel } from '#components/ui/admin/panel.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { countLeavingPlans } from '#lib/catalog/queries/admin-catalog.ts'
import { env } from '#lib/core/env.ts'
import { directionOf, localeName, toLocale } from '#lib/core/i18n/config.ts'
import { intlTag } from '#lib/core/i18n/formats.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'
import { MAIL_KINDS } from '#lib/mail/rules/mail-kinds.ts'
import type { AlarmKind } from '#lib/operations/rules/alarms.ts'
import { CAPABILITY_KEYS, type CapabilityKey, capabilityValues } from '#lib/provider/rules/capabilities.ts'
import {
  getCapabilityValues,
  getEnvironment,
  getSettingFields,
  getStoredAppearance,
} from '#lib/settings/queries/admin-settings.ts'
import { getStore } from '#lib/settings/queries/store-details.ts'
import {
  getLegalForStaff,
  getLegalHeads,
  getLegalPast,
  listAddableLanguages,
  listLanguages,
  listWritableLocales,
} from '#lib/settings/queries/texts.ts'
import { isLegalPage, LEGAL_PAGES } from '#lib/settings/rules/legal-pages.ts'
import type { SettingField, SettingSection } from '#lib/settings/rules/settings.ts'

const ON_OFF = ['on', 'off'] as const
const OPTIONS: Partial<Record<CapabilityKey, readonly string[]>> = {
  'order.otherOrderId': ON_OFF,
  'order.otherItemId': ON_OFF,
  'order.daypassDays': ON_OFF,
  'order.beginDate': ON_OFF,
  'order.daypassPrice': ['per-day', 'total'],
  'lookup.reference': ['unproven', 'yes', 'no'],
  'cancel.listDrops': ['unproven', 'yes'],
}

/** The account with the network: what is set, whether it answers, and what it is known to do. */
export async function ConnectionSection({ staff }: { staff: StaffMember }) {
  const t = await getTranslations('admin-settings')
  const tAdmin = await getTranslations('admin')
  const [known, leaving] = await Promise.all([getCapabilityValues(staff), countLeavingPlans(staff)])
  const values = capabilityValues(known)
  const capabilities = CAPABILITY_KEYS.map(
    (key): CapabilityView => ({
      ...{ key, value: values[key], options: OPTIONS[key] ?? null, leaving: leaving[key] ?? null },
    }),
  )

  return (
    <>
      <DetailPanel
        title={t('environment')}
        facts={getEnvironment(staff, 'connection')}
        rules={[
          { text: t('rule.connection.never'), href: null },
          { text: t(`rule.connection.${env.RESELLER_API_SIGN_FORM}`), href: null },
        ]}
      />
      <Panel id="test" title={tAdmin('test.run')}>
        <ConnectionTest />
      </Panel>
      <Panel id="capabilities" title={t('capability.title')}>
        <CapabilityForm capabilities={capabilities} />
      </Panel>
    </>
  )
}

type LegalSectionProps = { staff: StaffMember; asked: Record<string, string | string[] | undefined> }

/** Every legal page in every language, and the text of the chosen one. */
export async function LegalSection({ staff, asked }: LegalSectionProps) {
  const t = await getTranslations('admin-settings')
  const tLabel = await getTranslations('admin.label')
  const names = await getTranslations('legal')
  const page = typeof asked.page === 'string' && isLegalPage(asked.page) ? asked.page : LEGAL_PAGES[0]
  const locale = toLocale(typeof asked.in === 'string' ? asked.in : '')
  const version =
    typeof asked.version === 'string' && /^[1-9]\d{0,5}$/.test(asked.version) ? Number(asked.version) : null
  const [heads, { languages }, legal, { versions, read }] = await Promise.all([
    getLegalHeads(staff),
    getStore(),
    getLegalForStaff(staff, page, locale),
    getLegalPast(staff, { page, locale, version }),
  ])

  return (
    <>
      <Panel id="legal" title={t('section.legal')}>
        <LegalTable
          languages={languages.map((value) => ({ value, label: localeName(value) }))}
          rows={LEGAL_PAGES.map((one) => ({ page: one, name: names(`pages.${one}.title`) }))}
          heads={heads}
        />
      </Panel>
      <Panel id="legal-text-title" title={`${names(`pages.${page}.title`)} · ${localeName(locale)}`}>
        <p className="p-3.5 flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
          <Mark tone={legal.version > 0 ? 'ok' : 'wait'}>
            {legal.version > 0 ? tLabel('versionNumber', { version: String(legal.version) }) : t('legal.default')}
          </Mark>
          <Link className="a-link" href={localePath(locale, `/legal/${page}`)} target="_blank">
            {t('legal.look')}
          </Link>
        </p>
        <StaffMessages namespace={['admin-guides', 'admin-settings']}>
          <LegalForm
            key={`${page}.${locale}`}
            {...{ page, locale }}
            title={names(`pages.${page}.title`)}
            direction={directionOf(locale)}
            {...legal}
          />
        </StaffMessages>
      </Panel>
      <Panel id="legal-versions" title={tLabel('versions')}>
        <LegalVersions
          versions={versions}
          read={read?.version ?? null}
          base={`/admin/settings/legal?page=${page}&in=${locale}`}
        />
      </Panel>
      {read ? (
        <Panel id="legal-read" title={tLabel('versionText', { version: String(read.version) })}>
          <div className="grid gap-3 p-3.5" lang={locale} dir={directionOf(locale)}>
            <LegalText text={{ ...read, publishedAt: read.at }} locale={locale} />
          </div>
        </Panel>
      ) : null}
    </>
  )
}

/** Which languages the shop shows, how much each says, and the files of translators. */
export async function LanguagesSection({ staff }: { staff: StaffMember }) {
  const t = await getTranslations('admin-settings.languages')
  const tLabel = await getTranslations('admin.label')
  const [fields, languages] = await Promise.all([getSettingFields(staff, 'languages'), listLanguages(staff)])
  const names = new Intl.DisplayNames([intlTag(await privateLocale())], { type: 'language' })
  const addable = listAddableLanguages()
    .filter((locale) => !languages.some((language) => language.locale === locale))
    .map((locale) => [locale, names.of(locale) ?? locale] as const)
    .sort(([, a], [, b]) => a.localeCompare(b))

  return (
    <>
      <Panel id="languages" title={tLabel('languages')} hint={t('hint')}>
        <LanguageTable languages={languages} />
      </Panel>
      <Panel id="shown" title={t('shownTitle')}>
        <SettingsForm fields={fields} />
      </Panel>
      <Panel id="import" title={t('import.title')}>
        <ImportForm languages={languages} />
      </Panel>
      <Panel id="add" title={t('add.title')}>
        <AddForm options={addable} />
      </Panel>
    </>
  )
}

/** Who mails come from, and every mail to look at. */
export async function MailSection({ staff }: { staff: StaffMember }) {
  const t = await getTranslations('admin-settings')
  const kinds = await getTranslations('alarms.kind')
  const fields = (await getSettingFields(staff, 'mails')).map((field) =>
    field.control === 'manyOff'
      ? {
          ...field,
          options: field.options.map((option) => ({ ...option, label: kinds(`${option.value as AlarmKind}.what`) })),
        }
      : field,
  )
  const known = await listWritableLocales(staff)
  const isAlarm = ({ key }: SettingField) => key.startsWith('alarms.')

  return (
    <>
      <Panel id="mails" title={t('mails.sender')}>
        <SettingsForm fields={fields.filter((field) => !isAlarm(field))} />
      </Panel>
      <Panel id="alarms" title={t('mails.alarms')}>
        <SettingsForm fields={fields.filter(isAlarm)} />
      </Panel>
      <Panel id="kinds" title={t('mails.title')}>
        <MailTable
          kinds={MAIL_KINDS}
          languages={known.map((value) => ({ value, label: localeName(value) }))}
          to={staff.email}
        />
      </Panel>
      <DetailPanel title={t('environment')} facts={getEnvironment(staff, 'mails')} rules={[]} />
    </>
  )
}

type PlainSectionProps = {
  staff: StaffMember
  section: Extract<SettingSection, 'payments' | 'delivery' | 'tools' | 'limits' | 'tax' | 'data'>
}

/** What cannot be changed in a section, and why, with the place where it can where there is one. */
const RULES = {
  payments: ['fromEnvironment'],
  delivery: ['sealed', 'noCodes', 'once'],
  tools: ['pages', 'consent', 'addresses', 'chat', 'privacy'],
  limits: ['order', 'support', 'supplier', 'forms'],
  tax: ['included'],
  data: ['orders', 'audit', 'sessions', 'nightly'],
} as const

const LINKS: Record<string, string> = {
  support: '/admin/orders/answers',
  supplier: '/admin/finance/supplier',
  privacy: '/admin/settings/legal?page=privacy',
}

/** A section of plain controls, with the rules that stand beside them. */
export async function PlainSection({ staff, section }: PlainSectionProps) {
  const t = await getTranslations('admin-settings')
  const fields = (await getSettingFields(staff, section)).map((field) =>
    field.control === 'many' || field.control === 'manyOff'
      ? {
          ...field,
          options: field.options.map((option) => ({ ...option, label: t(`method.${option.value}` as 'method.test') })),
        }
      : field,
  )

  return (
    <>
      <Panel id={section} title={t(`section.${section}`)}>
        <SettingsForm fields={fields} />
      </Panel>
      <DetailPanel
        title={t('rules')}
        facts={getEnvironment(staff, section)}
        rules={RULES[section].map((rule) => ({
          text: t(`rule.${section}.${rule}` as 'rule.tax.included'),
          href: LINKS[rule] ?? null,
        }))}
      />
    </>
  )
}

/** The checkout, closed by hand. */
export async function SalesSection({ staff }: { staff: StaffMember }) {
  const t = await getTranslations('admin-settings')
  const [{ 'till.notice': stored }, { languages }] = await Promise.all([getStoredAppearance(staff), getStore()])

  return (
    <Panel id="sales" title={t('section.maintenance')}>
      <SalesForm stored={stored} languages={languages.map((value) => ({ value, label: localeName(value) }))} />
    </Panel>
  )
}

/** Name, looks and languages of the shop; what is fixed by the environment is said. */
export async function ShopSection({ staff }: { staff: StaffMember }) {
  const t = await getTranslations('admin-settings')
  const [fields, appearance] = await Promise.all([getSettingFields(staff, 'shop'), getStoredAppearance(staff)])
  const { 'shop.accent': accent, 'shop.logo': logo, 'shop.icon': icon } = appearance
  const { host } = new URL(env.PUBLIC_URL)

  return (
    <>
      <Panel id="shop" title={t('section.shop')}>
        <SettingsForm fields={fields} />
      </Panel>
      <Panel id="accent" title={t('field.shop.accent.label')}>
        <AccentForm stored={accent} />
      </Panel>
      <Panel id="logo" title={t('field.shop.logo.label')}>
        <PictureForm kind="logo" stored={logo} />
      </Panel>
      <Panel id="icon" title={t('field.shop.icon.label')}>
        <PictureForm kind="icon" stored={icon} />
      </Panel>
      <DetailPanel
        title={t('rules')}
        facts={[]}
        rules={[
          { text: t('rule.shop.currency', { currency: env.STORE_CURRENCY }), href: null },
          { text: t('rule.shop.domain', { host }), href: null },
        ]}
      />
    </>
  )
}
