import { getTranslations } from 'next-intl/server'
import { LegalForm } from '#components/settings/admin/legal-form.tsx'
import { LegalTable, LegalVersions } from '#components/settings/admin/legal-table.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { Mark } from '#components/ui/admin/mark.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { LegalText } from '#components/ui/layout/legal-text.tsx'
import { LOCALE_NAMES, toLocale } from '#lib/core/i18n/config.ts'
import { directionOf } from '#lib/core/i18n/direction.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'
import { getLegalForStaff, getLegalHeads, getLegalPast } from '#lib/settings/queries/legal-texts.ts'
import { getStore } from '#lib/settings/queries/store-facts.ts'
import { isLegalPage, LEGAL_PAGES } from '#lib/settings/rules/legal-pages.ts'

type LegalSectionProps = { staff: StaffMember; asked: Record<string, string | string[] | undefined> }

/** Every legal page in every language, and the text of the chosen one. */
export async function LegalSection({ staff, asked }: LegalSectionProps) {
  const t = await getTranslations('admin-settings')
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
          languages={languages.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
          rows={LEGAL_PAGES.map((one) => ({ page: one, name: names(`pages.${one}.title`) }))}
          heads={heads}
        />
      </Panel>
      <Panel id="legal-text-title" title={`${names(`pages.${page}.title`)} · ${LOCALE_NAMES[locale]}`}>
        <p className="a-pb a-row">
          <Mark tone={legal.version > 0 ? 'ok' : 'wait'}>
            {legal.version > 0 ? t('legal.version', { version: String(legal.version) }) : t('legal.default')}
          </Mark>
          <GoLink className="a-link" href={localePath(locale, `/legal/${page}`)} target="_blank">
            {t('legal.look')}
          </GoLink>
        </p>
        <LegalForm key={`${page}.${locale}`} page={page} locale={locale} {...legal} />
      </Panel>
      <Panel id="legal-versions" title={t('legal.versions')}>
        {versions.length > 0 ? (
          <LegalVersions
            versions={versions}
            read={read?.version ?? null}
            base={`/admin/settings/legal?page=${page}&in=${locale}`}
          />
        ) : (
          <p className="a-emptyline">{t('legal.noVersions')}</p>
        )}
      </Panel>
      {read ? (
        <Panel id="legal-read" title={t('legal.reading', { version: String(read.version) })}>
          <div className="a-pb a-pb-stack" lang={locale} dir={directionOf(locale)}>
            <LegalText text={{ ...read, publishedAt: read.at }} locale={locale} />
          </div>
        </Panel>
      ) : null}
    </>
  )
}
